import { eq, sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { expect, test } from 'vitest'
import { authorize, defineAccess, type SignedInActor } from '@plinth/core/access'
import { rowColumns, workspaceOf } from '@plinth/core/database/server'
import { createCallerFactory } from '@plinth/core/internal/trpc/trpc.server.ts'
import { createId } from '@plinth/core/schema'
import { router, workspaceRows } from '@plinth/core/verb/server'
import { createTeam } from '@plinth/testing/factories.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { addNote, minutesAgo, notes, notesAccess, openNotes } from './notes.ts'

/** Rows that belong to a note. */
const remarks = pgTable('remark', {
  ...rowColumns,
  noteId: text('note_id').notNull(),
  words: text('words').notNull(),
})
const access = defineAccess('remarks', {
  list: notesAccess.get,
  get: notesAccess.get,
  changes: notesAccess.get,
  create: ['member'],
  restore: ['member'],
})
const rows = workspaceRows({
  table: remarks,
  name: 'remarks',
  noun: 'remark',
  access,
  fields: z.strictObject({ words: z.string() }),
  parent: { id: 'noteId', table: notes },
})
const { list, get, restore, creating } = rows.procedures()
const remarksRouter = router({
  list,
  get,
  restore,
  create: creating(async (ctx, { id = createId(), ...given }) => {
    const actor = authorize(ctx.actor, access.create)
    return ctx.db.transaction(async (tx) => {
      await rows.holdParent(tx, actor, given.noteId)
      await tx.insert(remarks).values({ id, ...workspaceOf(actor), createdById: actor.userId, ...given })
      return rows.read(tx, actor, { id })
    })
  }),
})

const { db } = await openNotes()
await db.execute(sql`
  create table remark (
    id text primary key, organization_id text references organization on delete cascade,
    owner_id text references "user" on delete cascade, created_by_id text references "user" on delete set null,
    note_id text not null references note on delete cascade, words text not null,
    created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
    deleted_at timestamptz(3))`)
const { member, admin } = await createTeam(db)
const as = (actor: SignedInActor) => createCallerFactory(remarksRouter)(makeContext(db, actor))
const noted = (values = {}) => addNote(db, member, values)
const deleted = { deletedAt: new Date() }

test('a list is of one row that others belong to, and has its id', async () => {
  const [{ id: noteId }, other] = [await noted(), await noted()]
  const remark = await as(admin).create({ noteId, words: 'Well said' })
  await as(admin).create({ noteId: other.id, words: 'Elsewhere' })
  expect(await as(member).list({ noteId })).toEqual({
    items: [{ ...remark, words: 'Well said', noteId }],
    nextCursor: null,
  })
  await db
    .update(remarks)
    .set({ createdAt: minutesAgo(1) })
    .where(eq(remarks.id, remark.id))
  const { id: later } = await as(admin).create({ noteId, words: 'Again' })
  const ids = async (sort: 'createdAt' | '-createdAt') =>
    (await as(member).list({ noteId, sort })).items.map(({ id }) => id)
  expect([await ids('createdAt'), await ids('-createdAt')]).toEqual([
    [remark.id, later],
    [later, remark.id],
  ])
  // @ts-expect-error -- it says of which
  await expect(as(member).list({})).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('rows are there while that is which they belong to, and again when it is restored', async () => {
  const { id: noteId } = await noted()
  const { id } = await as(member).create({ noteId, words: 'Well said' })
  const { id: removed } = await as(member).create({ noteId, words: 'Removed' })
  await db.update(remarks).set(deleted).where(eq(remarks.id, removed))
  await db.update(notes).set(deleted).where(eq(notes.id, noteId))
  for (const call of [
    () => as(member).list({ noteId }),
    () => as(member).get({ id }),
    () => as(member).create({ noteId, words: 'Too late' }),
    () => as(member).restore({ id: removed }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await db.update(notes).set({ deletedAt: null }).where(eq(notes.id, noteId))
  expect((await as(member).list({ noteId })).items).toMatchObject([{ id }])
})

test('rows of what is not kept after a deletion are there until it is gone', async () => {
  // The same table, of which the rows don't know that it keeps what is deleted.
  const { deletedAt: _, ...columns } = rowColumns
  const kept = pgTable('note', columns)
  const ofKept = workspaceRows({
    ...{ table: remarks, name: 'remarks', noun: 'remark', access },
    ...{ fields: z.strictObject({ words: z.string() }), parent: { id: 'noteId', table: kept } },
  })
  const { id: noteId } = await noted()
  const { id } = await as(member).create({ noteId, words: 'Well said' })
  const items = async () => (await ofKept.list(makeContext(db, member), { noteId, limit: 9 })).items
  await db.update(notes).set(deleted).where(eq(notes.id, noteId))
  expect(await items()).toMatchObject([{ id }])
  await db.delete(notes).where(eq(notes.id, noteId))
  await expect(items()).rejects.toMatchObject({ kind: 'not_found' })
  expect(await db.$count(remarks, eq(remarks.id, id))).toBe(0)
})

test('nothing is written into what belongs to another workspace', async () => {
  const others = await createTeam(db)
  const { id: noteId } = await noted()
  for (const wanted of [noteId, 'unknown']) {
    await expect(as(others.owner).create({ noteId: wanted, words: 'Hello' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(as(others.owner).list({ noteId: wanted })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
})

test('a new row waits for the deletion of what it belongs to', async () => {
  const { id: noteId } = await noted()
  const created = await db.transaction(async (tx) => {
    await tx.delete(notes).where(eq(notes.id, noteId))
    const call = as(member).create({ noteId, words: 'Too late' })
    return { outcome: call.catch((error: unknown) => error) }
  })
  expect(await created.outcome).toMatchObject({ code: 'NOT_FOUND' })
})

test('a rule that is declared again is an action of its own', () => {
  expect(access.list).toEqual({ action: 'remarks.list', allow: notesAccess.get.allow })
})
