import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { expect, test } from 'vitest'
import type { SignedInActor } from '@plinth/core/access'
import { user } from '@plinth/core/database/server'
import { defineReferences } from '@plinth/core/feature/server'
import { provideReferences } from '@plinth/core/internal/references/references.server.ts'
import { workspaceRows } from '@plinth/core/verb/server'
import { createTeam } from '@plinth/testing/factories.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { addNote, noteRows, notes, notesAccess, openNotes } from './notes.ts'

const { db } = await openNotes()
// Notes that anybody may refer to, and some that only admins may read.
const books = noteRows.referTo(notes.title)
const secrets = { ...books, rule: { action: 'secrets.get', allow: ['workspace-admin'] } } as const
provideReferences(async (name) => ({ books, secrets })[name])

/** The titles that a search finds, where the column refers to these. */
async function found(of: string, actor: SignedInActor, search: string) {
  const rows = workspaceRows({
    table: notes,
    name: 'notes',
    noun: 'note',
    access: notesAccess,
    fields: z.object({ title: z.string(), reviewer: z.string().nullable() }),
    references: defineReferences({ reviewer: of }),
  })
  const { items } = await rows.list(makeContext(db, actor), rows.listInput.parse({ search }))
  return items.map(({ title }) => title)
}

test('rows are found by the title of what they refer to, by their own words, and once by both', async () => {
  const { member } = await createTeam(db)
  const { id: book } = await addNote(db, member, { title: 'Porcelain', content: 'clay' })
  await addNote(db, member, { title: 'Invoice 7', reviewer: book })
  await addNote(db, member, { title: 'Invoice 8 about porcelain', reviewer: book })
  await addNote(db, member, { title: 'Invoice 9' })
  expect((await found('books', member, 'PORCEL')).toSorted()).toEqual([
    'Invoice 7',
    'Invoice 8 about porcelain',
    'Porcelain',
  ])
  expect(await found('books', member, '7')).toEqual(['Invoice 7'])
  // Only words of its title count.
  expect(await found('books', member, 'clay')).toEqual(['Porcelain'])
})

test('not by what is deleted, of another workspace or not for the reader', async () => {
  const [{ member, owner }, other] = [await createTeam(db), await createTeam(db)]
  const { id: foreign } = await addNote(db, other.member, { title: 'Glaze' })
  const { id: gone } = await addNote(db, member, { title: 'Glaze', deletedAt: new Date() })
  for (const reviewer of [foreign, gone]) await addNote(db, member, { title: 'Plain', reviewer })
  expect(await found('books', member, 'glaze')).toEqual([])
  const { id: secret } = await addNote(db, owner, { title: 'Kiln' })
  await addNote(db, member, { title: 'About it', reviewer: secret })
  expect(await found('secrets', member, 'kiln')).toEqual(['Kiln'])
  expect((await found('secrets', owner, 'kiln')).toSorted()).toEqual(['About it', 'Kiln'])
})

test('by the name of a member', async () => {
  const { member, admin } = await createTeam(db)
  await db.update(user).set({ name: 'Bernard Leach' }).where(eq(user.id, admin.userId))
  await addNote(db, member, { title: 'Reviewed', reviewer: admin.userId })
  await addNote(db, member, { title: 'Not yet' })
  expect(await found('user', member, 'leach')).toEqual(['Reviewed'])
})
