import { sql, type SQL } from 'drizzle-orm'
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { defineAccess, type Actor, type SignedInActor } from '@plinth/core/access'
import { rowColumns, searchColumn, wordsOf, workspaceOf, type Db } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import { workspaceRows } from '@plinth/core/verb/server'
import { one } from '@plinth/testing/factories.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'

/** Rows of a workspace as a feature has them, in a table of these tests. */
export const notes = pgTable('note', {
  ...rowColumns,
  title: text('title').notNull(),
  content: text('content').notNull(),
  rank: integer('rank'),
  isDone: boolean('is_done').notNull().default(false),
  tags: text('tags').array().notNull().default([]),
  excerpt: text('excerpt').notNull().default('short'),
  secret: text('secret').notNull().default('hidden'),
  /** Refers to a member. */
  reviewer: text('reviewer'),
  search: searchColumn((): SQL => sql`${wordsOf(notes.title, 'A')} || ${wordsOf(notes.content, 'B')}`),
})

export const notesAccess = defineAccess('notes', {
  list: ['member'],
  get: ['member'],
  changes: ['member'],
  create: ['member'],
  update: ['creator', 'workspace-admin'],
  delete: ['creator', 'workspace-admin'],
  restore: ['creator', 'workspace-admin'],
})

export const noteRows = workspaceRows({
  table: notes,
  name: 'notes',
  noun: 'note',
  access: notesAccess,
  fields: z.object({
    title: z.string(),
    content: z.string(),
    rank: z.number().int().nullable(),
    isDone: z.boolean(),
    tags: z.array(z.string()),
  }),
  listed: { title: notes.title, rank: notes.rank, excerpt: notes.excerpt },
  more: ['secret'],
  sortable: ['title', 'rank'],
  filters: ['isDone', 'tags'],
})

/** A migrated database that also has the table. */
export async function openNotes() {
  const database = await openTestDatabase()
  await database.db.execute(sql`
    create table note (
      id text primary key, organization_id text references organization on delete cascade,
      owner_id text references "user" on delete cascade, created_by_id text references "user" on delete set null,
      title text not null, content text not null, rank integer, is_done boolean not null default false,
      tags text[] not null default '{}', excerpt text not null default 'short', secret text not null default 'hidden',
      reviewer text, search tsvector not null generated always as (${wordsOf(sql`title`, 'A')} || ${wordsOf(sql`content`, 'B')}) stored,
      created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
      deleted_at timestamptz(3))`)
  await database.db.execute(sql`create index note_idx on note (organization_id, created_at, id, deleted_at)`)
  return database
}

/** A note by that user in their active workspace. */
export async function addNote(
  db: Db,
  author: SignedInActor,
  values: Partial<typeof notes.$inferInsert> = {},
) {
  const { userId: createdById } = author
  const given = {
    id: createId(),
    ...workspaceOf(author),
    createdById,
    title: 'A title',
    content: 'Words',
    ...values,
  }
  return one(await db.insert(notes).values(given).returning())
}

export const listNotes = (db: Db, actor: Actor, input: object = {}) =>
  noteRows.list(makeContext(db, actor), noteRows.listInput.parse(input))

export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
