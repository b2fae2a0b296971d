import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type Actor, anonymous } from '@plinth/core/access'
import { createId } from '@plinth/core/schema'
import { auditOf, whileAuditFails } from '@plinth/testing/expect-audit.ts'
import { actorOf, createTeam, createUser } from '@plinth/testing/factories.ts'
import { failureOf, outcomesOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { addNote, noteRows, notes, openNotes } from './notes.ts'

const { db } = await openNotes()
const restore = (actor: Actor, id: string) => noteRows.restore(makeContext(db, actor), { id })
const rowOf = async (id: string) => (await db.select().from(notes).where(eq(notes.id, id)))[0]
const deleted = { deletedAt: new Date(0) }

describe('a restored row', () => {
  test('is unchanged, is returned in full and is logged', async () => {
    const { member } = await createTeam(db)
    const before = await addNote(db, member, deleted)
    const { id, title, content, createdAt, updatedAt } = before
    expect(await restore(member, id)).toMatchObject({ id, title, content, createdAt, updatedAt })
    expect(await rowOf(id)).toEqual({ ...before, deletedAt: null })
    expect(await auditOf(db, id)).toMatchObject([
      { action: 'note.restore', actorId: member.userId, targetType: 'note' },
    ])
  })

  test('stays deleted when the audit entry cannot be written', async () => {
    const { member } = await createTeam(db)
    const before = await addNote(db, member, deleted)
    await whileAuditFails(db, () => expect(restore(member, before.id)).rejects.toThrow())
    expect(await rowOf(before.id)).toEqual(before)
  })
})

describe('who may restore a row', () => {
  test('its creator, an admin and an owner, but no other member', async () => {
    const { owner, admin, member } = await createTeam(db)
    for (const user of [member, admin, owner]) {
      const { id } = await addNote(db, member, deleted)
      expect(await restore(user, id)).toMatchObject({ id })
    }
    const before = await addNote(db, owner, deleted)
    expect(await failureOf(restore(member, before.id))).toEqual({
      kind: 'forbidden',
      code: 'errors:forbidden',
      params: {},
    })
    expect(await rowOf(before.id)).toEqual(before)
  })

  test('nobody in another workspace: unknown, not deleted and foreign rows throw the same not_found and stay unchanged', async () => {
    const [team, others] = [await createTeam(db), await createTeam(db)]
    const root = actorOf(await createUser(db, { role: 'admin' }))
    const foreign = await addNote(db, others.member, deleted)
    const living = await addNote(db, team.member)
    const unknown = await failureOf(restore(team.owner, createId()))
    expect(unknown).toEqual({ kind: 'not_found', code: 'errors:notFound', params: {} })
    for (const user of [team.owner, root]) expect(await failureOf(restore(user, foreign.id))).toEqual(unknown)
    expect(await failureOf(restore(team.member, living.id))).toEqual(unknown)
    expect([await rowOf(foreign.id), await rowOf(living.id)]).toEqual([foreign, living])
  })

  test('no visitor', async () => {
    const { member } = await createTeam(db)
    const { id } = await addNote(db, member, deleted)
    expect(await failureOf(restore(anonymous, id))).toMatchObject({ kind: 'unauthenticated' })
  })
})

describe('under concurrency', () => {
  test('ten restores restore a row once', async () => {
    const { member } = await createTeam(db)
    const { id } = await addNote(db, member, deleted)
    expect(await outcomesOf(Array.from({ length: 10 }, () => restore(member, id)))).toEqual({
      ok: 1,
      not_found: 9,
    })
    expect(await auditOf(db, id)).toHaveLength(1)
  })
})
