import { afterAll, expect, test } from 'vitest'
import { type Actor, type SignedInActor, anonymous } from '@plinth/core/access'
import { announce } from '@plinth/core/live/server'
import { openLive } from '@plinth/core/internal/realtime/live.server.ts'
import { accessTopic } from '@plinth/core/internal/realtime/stream.server.ts'
import { actorOf, createTeam, createUser } from '@plinth/testing/factories.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { testLog } from '@plinth/testing/test-database.ts'
import { addNote, noteRows, openNotes } from './notes.ts'

const { db, connection } = await openNotes()
const live = openLive(connection, testLog)
afterAll(() => live.close())

const change = (actor: SignedInActor) => db.transaction((tx) => noteRows.announce(tx, actor))

/** Listens as that user. */
function listen(actor: SignedInActor) {
  let now: Actor = actor
  const end = new AbortController()
  const context = makeContext(db, actor, { live, signal: end.signal, actorNow: async () => now })
  const signals = noteRows.changes(context)
  return {
    next: async () => (await signals.next()).done !== true,
    become: (next: Actor) => (now = next),
    stop: () => end.abort(),
  }
}

test('signals that it listens, and then each change and restore by any member', async () => {
  const { owner, member } = await createTeam(db)
  const { id } = await addNote(db, owner, { deletedAt: new Date() })
  const stream = listen(member)
  expect(await stream.next()).toBe(true)
  for (const act of [() => change(owner), () => noteRows.restore(makeContext(db, owner), { id })]) {
    await act()
    expect(await stream.next()).toBe(true)
  }
  stream.stop()
  expect(await stream.next()).toBe(false)
  expect(live.places.updates.taken).toBe(0)
})

test('signals nothing of another workspace', async () => {
  const { owner } = await createTeam(db)
  const stranger = actorOf(await createUser(db))
  const [own, foreign] = [listen(owner), listen(stranger)]
  await Promise.all([own.next(), foreign.next()])
  let isHeard = false
  const next = foreign.next().then(() => (isHeard = true))
  await change(owner)
  await own.next()
  expect(isHeard).toBe(false)
  await change(stranger)
  await next
  own.stop()
  foreign.stop()
})

test('ends for a user whose session has ended, and for a removed member', async () => {
  const { owner, member } = await createTeam(db)
  const [ended, removed] = [listen(owner), listen(member)]
  await Promise.all([ended.next(), removed.next()])
  ended.become(anonymous)
  removed.become({ ...member, workspace: { organizationId: null, role: 'owner' } })
  const outcomes = Promise.allSettled([ended.next(), removed.next()])
  await db.transaction(async (tx) => {
    await announce(tx, accessTopic(owner.userId))
    await announce(tx, accessTopic(member.userId))
  })
  expect(await outcomes).toMatchObject([
    { status: 'rejected', reason: { kind: 'unauthenticated' } },
    { status: 'fulfilled', value: false },
  ])
})
