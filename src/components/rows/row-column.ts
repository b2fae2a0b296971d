import type { ReactNode } from 'react'
import type { ReferenceProps } from '../form/reference-box.tsx'

/** A field of a row, as its list, its page and a conflict show it. The first one names the row. */
export type RowColumn<Row> = {
  key: keyof Row & string
  label: string
  show: (row: Row) => ReactNode
  /** Narrows the list to rows with one of these values. */
  options?: readonly { value: string; label: string }[]
  /** Narrows the list to rows with true or with false. */
  isYesNo?: boolean
  /** Narrows the list to rows that refer to one of these. */
  references?: ReferenceProps
  /** Its value is the id of what is shown: of a reference or a file. */
  isPointer?: boolean
  /** A text of its own below the others on the page of one, and not in the list. */
  isBody?: boolean
}

/** The search params of a list of rows: its words, its order, and a value for each column that narrows it. */
export type RowsSearch = { q?: string; sort?: string } & Readonly<
  Record<string, string | boolean | undefined>
>

export type ShownRow = {
  id: string
  createdBy: { id: string; name: string; image: string | null } | null
  createdAt: Date
  updatedAt: Date
}
