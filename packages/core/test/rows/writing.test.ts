import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { expect, test } from 'vitest'
import { workspaceOf } from '@plinth/core/database/server'
import { defineReferences } from '@plinth/core/feature/server'
import { createCallerFactory } from '@plinth/core/internal/trpc/trpc.server.ts'
import { createId } from '@plinth/core/schema'
import { type ProcedureMeta, requireUnchanged, router, workspaceRows } from '@plinth/core/verb/server'
import { createTeam } from '@plinth/testing/factories.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { addNote, notes, notesAccess, openNotes } from './notes.ts'

const { db } = await openNotes()

const rows = workspaceRows({
  table: notes,
  name: 'notes',
  noun: 'note',
  access: notesAccess,
  fields: z.strictObject({ title: z.string().min(1), content: z.string(), reviewer: z.string().nullable() }),
  references: defineReferences({ reviewer: 'user' }),
})
const { list, get, creating, updating, deleting } = rows.procedures()
const notesRouter = router({
  list,
  get,
  create: creating(async ({ db: pool, actor }, { id = createId(), ...fields }) => {
    if (!('userId' in actor)) throw new Error('nobody')
    await pool.insert(notes).values({ id, ...workspaceOf(actor), createdById: actor.userId, ...fields })
    return rows.read(pool, actor, { id })
  }),
  update: updating(async ({ db: pool, actor }, { id, basedOn, ...fields }) => {
    if (!('userId' in actor)) throw new Error('nobody')
    return pool.transaction(async (tx) => {
      requireUnchanged(await rows.lock(tx, actor, { id }), basedOn)
      await tx
        .update(notes)
        .set({ ...fields, updatedAt: sql`now()` })
        .where(eq(notes.id, id))
      return rows.read(tx, actor, { id })
    })
  }),
  delete: deleting(async ({ db: pool }, { id }) => {
    await pool
      .update(notes)
      .set({ deletedAt: sql`now()` })
      .where(eq(notes.id, id))
    return { id }
  }),
})
const { member, admin } = await createTeam(db)
const as = (actor = member) => createCallerFactory(notesRouter)(makeContext(db, actor))
const fields = { title: 'Hello', content: 'Words', reviewer: null }

test('a row is written by the fields of its form, and has what they refer to wherever it is read', async () => {
  const id = createId()
  const reviewer = { id: admin.userId, title: 'Ada Lovelace' }
  const given = { ...fields, reviewer: admin.userId }
  expect(await as().create({ ...given, id })).toMatchObject({ id, ...given, references: { reviewer } })
  expect(await as().get({ id })).toMatchObject({ references: { reviewer } })
  expect((await as().list({})).items).toMatchObject([{ id, references: { reviewer } }])
  expect(await as().update({ ...fields, id })).toMatchObject({
    reviewer: null,
    references: { reviewer: null },
  })
  expect(await as().delete({ id })).toEqual({ id })
  expect((await as().list({})).items).toEqual([])
})

test('an update of an older version is refused by the field basedOn', async () => {
  const { id } = await addNote(db, member)
  await expect(as().update({ ...fields, id, basedOn: new Date(0) })).rejects.toMatchObject({
    cause: { code: 'errors:conflict', params: { field: 'basedOn' } },
  })
})

test.each([
  ['a field that nobody asked for', { ...fields, ownerId: 'somebody' }],
  ['an empty title', { ...fields, title: '' }],
  ['an id that is none', { ...fields, id: 'a b' }],
])('%s is rejected', async (_, input) => {
  await expect(as().create(input)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('programs find the operations under the name of the rows', () => {
  const { create, update, delete: remove } = notesRouter._def.procedures
  const operations = [create, update, remove].map(({ _def }) => (_def.meta as ProcedureMeta).api)
  expect(operations).toMatchObject([
    { rest: 'POST /notes', summary: 'Create a note' },
    { rest: 'PATCH /notes/{id}', summary: 'Update a note' },
    { rest: 'DELETE /notes/{id}', summary: 'Delete a note', mcp: true },
  ])
})
