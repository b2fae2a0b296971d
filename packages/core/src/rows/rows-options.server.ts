import type { z } from 'zod'
import type { AccessRule } from '#/access/access.ts'
import type { Parent } from './parent-row.server.ts'
import type { Related } from './related-rows.server.ts'

type Rules = Record<'list' | 'get' | 'changes', AccessRule> &
  Partial<Record<'create' | 'update' | 'delete' | 'restore', AccessRule>>

/** What `workspaceRows` is given. */
export type Rows<
  Table,
  Fields extends z.ZodRawShape,
  Listed,
  More,
  Sortable extends string,
  Filter extends string,
  References,
  Files,
  ParentId extends string,
> = {
  table: Table
  /** The name of the feature, which is that of its routers, topics and paths: `posts`. */
  name: string
  /** One row, as its audit entries call it: `post`. */
  noun: string
  access: Rules
  /** What a user writes. A field without a column is a type error. */
  fields: z.ZodObject<Fields> & (Exclude<keyof Fields, keyof Table> extends never ? unknown : never)
  /** What lists show instead of all fields. */
  listed?: Listed
  /** Columns that `read` has besides, for pages; programs don't get them. */
  more?: readonly More[]
  /** The fields by which lists can be sorted; by `createdAt` they always can. */
  sortable?: readonly Sortable[]
  /** The fields by which lists can be narrowed: to rows with a value, or with one of their several values. */
  filters?: readonly Filter[]
  /** What fields refer to, of `defineReferences`. */
  references?: Related<References>
  /** The fields that are files, of `defineAttachments`. */
  files?: Related<Files>
  /** The row of another table that each belongs to: rows are there while it is, and a list is of one. */
  parent?: Parent<ParentId>
}
