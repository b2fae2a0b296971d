import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { type Actor, anonymous } from '@plinth/core/access'
import { user } from '@plinth/core/database/server'
import { requireUnchanged, writeAudit } from '@plinth/core/verb/server'
import { createId } from '@plinth/core/schema'
import { actorOf, createOrganization, createTeam, createUser } from '@plinth/testing/factories.ts'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { addNote, noteRows, openNotes } from './notes.ts'

const { db, connection } = await openNotes()
const get = (actor: Actor, id: string) => noteRows.get(makeContext(db, actor), { id })

test('every member of the workspace can read the full row', async () => {
  const { owner, admin, member } = await createTeam(db)
  const { id, createdAt, updatedAt } = await addNote(db, owner, { title: 'Hello', content: 'Whole', rank: 2 })
  const whole = {
    id,
    title: 'Hello',
    content: 'Whole',
    rank: 2,
    isDone: false,
    tags: [],
    excerpt: 'short',
    secret: 'hidden',
    createdAt,
    updatedAt,
  }
  for (const reader of [owner, admin, member]) {
    expect(await get(reader, id)).toEqual({
      ...whole,
      createdBy: { id: owner.userId, name: 'Ada Lovelace', image: null },
    })
  }
})

test('the editor is who saved it last, as long as the account exists', async () => {
  const { admin, member } = await createTeam(db)
  const { id } = await addNote(db, member)
  const editor = (actor: Actor = member) => noteRows.editor(makeContext(db, actor), { id })
  expect(await editor()).toBeNull()
  for (const saver of [member, admin])
    await db.transaction((tx) =>
      writeAudit(tx, saver, { action: 'note.update', target: { type: 'note', id } }),
    )
  expect(await editor()).toEqual({ id: admin.userId, name: 'Ada Lovelace' })
  expect(await failureOf(editor(actorOf(await createUser(db))))).toMatchObject({ kind: 'not_found' })
  await db.delete(user).where(eq(user.id, admin.userId))
  expect(await editor()).toBeNull()
})

test('unknown, deleted and foreign rows throw the same not_found', async () => {
  const [team, others] = [await createTeam(db), await createTeam(db)]
  const stranger = actorOf(await createUser(db))
  const foreign = [await addNote(db, others.member), await addNote(db, stranger)]
  const deleted = await addNote(db, team.member, { deletedAt: new Date() })
  const unknown = await failureOf(get(team.member, createId()))
  expect(unknown).toEqual({ kind: 'not_found', code: 'errors:notFound', params: {} })
  for (const { id } of [...foreign, deleted]) expect(await failureOf(get(team.member, id))).toEqual(unknown)
})

test('a row can only be read in its own workspace, even by a member of both', async () => {
  const ada = await createUser(db)
  const [acme, other] = [
    await createOrganization(db, { owner: ada }),
    await createOrganization(db, { owner: ada }),
  ]
  const places = [actorOf(ada), actorOf(ada, acme), actorOf(ada, other)]
  for (const home of places) {
    const { id } = await addNote(db, home)
    for (const place of places) {
      if (place === home) expect(await get(place, id)).toMatchObject({ id })
      else expect(await failureOf(get(place, id))).toMatchObject({ kind: 'not_found' })
    }
  }
})

test('an application admin cannot read a row of another workspace', async () => {
  const { member } = await createTeam(db)
  const { id } = await addNote(db, member)
  expect(await failureOf(get(actorOf(await createUser(db, { role: 'admin' })), id))).toMatchObject({
    kind: 'not_found',
  })
})

test('a row outlives the account of its creator in an organization, but not in a personal workspace', async () => {
  const ada = await createUser(db)
  const ben = await createUser(db)
  const acme = await createOrganization(db, { owner: ben, member: ada })
  const shared = await addNote(db, actorOf(ada, acme))
  const own = await addNote(db, actorOf(ada))
  await db.delete(user).where(eq(user.id, ada.id))
  expect(await get(actorOf(ben, acme), shared.id)).toMatchObject({ id: shared.id, createdBy: null })
  expect(await failureOf(get(actorOf(ada), own.id))).toMatchObject({ kind: 'not_found' })
})

test('visitors get unauthenticated, whether the row exists or not', async () => {
  const { member } = await createTeam(db)
  const { id } = await addNote(db, member)
  const refusal = { kind: 'unauthenticated', code: 'errors:signInFirst', params: {} }
  expect(await failureOf(get(anonymous, id))).toEqual(refusal)
  expect(await failureOf(get(anonymous, createId()))).toEqual(refusal)
})

test('a program gets the fields and what lists show, and nothing else', async () => {
  const { member } = await createTeam(db)
  const { id } = await addNote(db, member)
  const sent = noteRows.output.row.parse(await get(member, id))
  expect(Object.keys(sent)).toEqual(
    'id title rank excerpt content isDone tags createdBy createdAt updatedAt'.split(' '),
  )
  const [listed] = (await noteRows.list(makeContext(db, member), { limit: 1 })).items
  expect(Object.keys(noteRows.output.listed.parse(listed))).toEqual(
    'id title rank excerpt createdBy createdAt updatedAt'.split(' '),
  )
})

test('a locked row is held until the transaction ends, and says whose and of when it is', async () => {
  const other = new pg.Client(connection)
  await other.connect()
  const [{ member }, others] = [await createTeam(db), await createTeam(db)]
  const { id, updatedAt } = await addNote(db, member)
  await db.transaction(async (tx) => {
    expect(await noteRows.lock(tx, member, { id })).toEqual({ id, createdById: member.userId, updatedAt })
    const { rowCount } = await other.query(`select from note where id = '${id}' for update skip locked`)
    expect(rowCount).toBe(0)
  })
  await other.end()
  const locking = (wanted: { id: string; state?: 'deleted' }, actor = member) =>
    failureOf(db.transaction((tx) => noteRows.lock(tx, actor, wanted)))
  for (const refused of [locking({ id, state: 'deleted' }), locking({ id }, others.member)])
    expect(await refused).toMatchObject({ kind: 'not_found' })
})

test('a form that began with another version is refused', () => {
  const updatedAt = new Date(5)
  requireUnchanged({ updatedAt }, undefined)
  requireUnchanged({ updatedAt }, new Date(5))
  expect(() => requireUnchanged({ updatedAt }, new Date(4))).toThrow(
    expect.objectContaining({ kind: 'conflict', params: { field: 'basedOn' } }),
  )
})

test('an export has what a user wrote, in every workspace they are in, also deleted rows', async () => {
  const [ada, ben] = [await createUser(db), await createUser(db)]
  const acme = await createOrganization(db, { owner: ben, member: ada })
  const left = await createOrganization(db, { owner: [ben, ada] })
  await addNote(db, actorOf(ada), { title: 'Mine alone', content: 'Über alles' })
  await addNote(db, actorOf(ada, acme), { title: 'Mine at Acme' })
  await addNote(db, actorOf(ben, acme), { title: 'Not mine' })
  await addNote(db, actorOf(ada), { title: 'Deleted', deletedAt: new Date() })
  await addNote(db, actorOf(ada, left), { title: 'In what I left' })
  await db.execute(sql`delete from member where user_id = ${ada.id} and organization_id = ${left.id}`)
  const rows: object[] = []
  for await (const row of noteRows.exportOf(db, ada.id)) rows.push(row)
  expect(rows).toMatchObject([
    { title: 'Mine alone', content: 'Über alles', isDone: false },
    { title: 'Mine at Acme', organizationId: acme.id, deletedAt: null },
    { title: 'Deleted', deletedAt: expect.any(Date) },
  ])
  expect(Object.keys(rows[0] ?? {})).not.toContain('secret')
})
