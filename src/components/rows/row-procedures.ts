import type { QueryFilters } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Person } from '../conflict/use-conflict.ts'
import type { RowColumn, ShownRow } from './row-column.ts'

type ById = { id: string }

/** A mutation of tRPC. */
type Mutation<Input> = {
  mutationOptions: () => {
    mutationKey?: readonly unknown[]
    mutationFn?: (input: Input, context: never) => Promise<unknown>
  }
}

/**
 * The procedures of rows, as `useTRPC()` has them: those that the feature offers. `Of` is what a new row has
 * besides its fields.
 */
export type RowProcedures<Fields, Of = unknown> = {
  pathFilter: () => QueryFilters
  get?: { queryFilter: (input: ById) => QueryFilters }
  editor?: { queryOptions: (input: ById) => object }
  create?: Mutation<Fields & ById & Of>
  update?: Mutation<Fields & ById & { basedOn?: Date | undefined }>
  delete?: Mutation<ById>
  restore?: Mutation<ById>
}

/** What the form of a feature's rows passes on to `RowForm`. */
export type RowFormProps<Fields, Row extends ShownRow> = {
  title: string
  /** Whether it is in a section of a page, and not all of it. */
  isPart?: boolean
  /** The name of the draft, with the id of an existing row. */
  draft: string
  /** Has the fields of the schema, and may have more. */
  initial: object
  /** Of an existing row: as it is now, its columns, and who saved it last. */
  edited?: { row: Row; columns: readonly RowColumn<Row>[]; askWho: () => Promise<Person> }
  /** What changes with it: the queries of all rows. */
  queries: QueryFilters
  /**
   * Sends the fields. `id` is for a new row: all tries with the same input share it, so retries are safe.
   * `basedOn` is the version of an existing one. Errors are shown, at their field where possible.
   */
  onSubmit: (fields: Fields, of: ById & { basedOn: Date | undefined }) => Promise<unknown>
  /** Called once it is saved. */
  onDone: () => void
  /** Like `onDone` by default. */
  onCancel?: () => void
}

export type RowFormOf<Fields, Row extends ShownRow> = ComponentType<RowFormProps<Fields, Row>>

/** How a mutation is run: tRPC's options without callbacks. */
export function runOf<Input>(mutation: Mutation<Input> | undefined) {
  const { mutationKey, mutationFn } = mutation?.mutationOptions() ?? {}
  return {
    ...(mutationKey && { mutationKey }),
    ...(mutationFn && { mutationFn: mutationFn as (input: Input) => Promise<unknown> }),
  }
}
