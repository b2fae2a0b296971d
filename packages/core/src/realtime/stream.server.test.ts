import { afterAll, describe, expect, test } from 'vitest'
import { createId } from '#/lib/create-id.ts'
import type { AccessRule } from '#/access/access.ts'
import type { SignedInActor } from '#/access/actor.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase, testLog } from '@plinth/testing/test-database.ts'
import { announce, openLive } from './live.server.ts'
import { followTopic, openStream } from './stream.server.ts'

const { db, connection } = await openTestDatabase()
const rule: AccessRule = { action: 'samples.changes', allow: ['member'] }
const live = openLive(connection, testLog)
afterAll(() => live.close())

const newUser = (): SignedInActor => ({
  kind: 'user',
  userId: createId(),
  sessionId: createId(),
  role: 'user',
  emailVerified: true,
  workspace: { organizationId: null, role: 'owner' },
  impersonatedBy: null,
})

/** Follows a topic until it ends; `seen` counts what it yielded. */
function follow(actor: SignedInActor, topic: string, { live: on = live } = {}) {
  const gone = new AbortController()
  const stream = { seen: 0, end: () => gone.abort(), over: Promise.resolve<unknown>(undefined) }
  stream.over = (async () => {
    try {
      for await (const _ of followTopic(
        makeContext(db, actor, { live: on, signal: gone.signal }),
        rule,
        topic,
      ))
        stream.seen += 1
      return 'ended'
    } catch (error) {
      return error
    }
  })()
  return stream
}

describe('when all places are taken', () => {
  test('the stream of the greediest user that was idle for longest makes room', async () => {
    const greedy = Array.from({ length: 15 }, newUser)
    const open = greedy.map((actor) => Array.from({ length: 20 }, (_, at) => follow(actor, `topic ${at}`)))
    await expect.poll(() => open.flat().every(({ seen }) => seen === 1)).toBe(true)
    // The first one is no longer the idlest.
    await db.transaction((tx) => announce(tx, 'topic 0'))
    await expect.poll(() => open.every(([first]) => first?.seen === 2)).toBe(true)

    const newcomers = Array.from({ length: 15 }, () => follow(newUser(), 'news'))
    await expect.poll(() => newcomers.every(({ seen }) => seen === 1)).toBe(true)
    // One of each greedy user, which their client may open again elsewhere.
    expect(await Promise.all(open.map(async ([, idlest]) => idlest?.over))).toEqual(
      greedy.map(() => expect.objectContaining({ name: 'AbortError' })),
    )

    // Users who hold equally many take nothing from each other.
    const more = follow(greedy[0] ?? newUser(), 'news')
    expect(await more.over).toMatchObject({ kind: 'unavailable' })

    // Answers have places of their own.
    openStream(makeContext(db, newUser(), { live }), rule).end()
    for (const stream of [...open.flat(), ...newcomers]) stream.end()
    await Promise.all([...open.flat(), ...newcomers].map(({ over }) => over))
    expect(live.listening()).toBe(0)
  })

  test('answers make room alike, and one answer per user is never cut', () => {
    const greedy = newUser()
    const answerOf = (actor: SignedInActor) => openStream(makeContext(db, actor, { live }), rule)
    const held = Array.from({ length: 20 }, () => answerOf(greedy))
    expect(() => answerOf(greedy)).toThrow(expect.objectContaining({ kind: 'limit' }))
    const others = Array.from({ length: 99 }, () => answerOf(newUser()))
    expect(held.filter(({ signal }) => signal.aborted)).toEqual(held.slice(0, 19))
    expect(() => answerOf(newUser())).toThrow(expect.objectContaining({ kind: 'unavailable' }))
    for (const stream of [...held, ...others]) stream.end()
  })
})

test('an instance that stops ends live updates at once, then waits for work, and ends that and its answers', async () => {
  const stopping = openLive(connection, testLog)
  const actor = newUser()
  const updates = follow(actor, 'news', { live: stopping })
  const answer = openStream(makeContext(db, actor, { live: stopping }), rule)
  const download = openStream(makeContext(db, actor, { live: stopping }), rule, { outlastsStop: true })
  await expect.poll(() => updates.seen).toBe(1)
  const isInterrupted = expect.objectContaining({ name: 'AbortError' })
  stopping.endUpdates()
  expect(await updates.over).toEqual(isInterrupted)
  expect(await follow(actor, 'news', { live: stopping }).over).toEqual(isInterrupted)
  expect(answer.signal.aborted).toBe(false)

  const steps: string[] = []
  const { work } = stopping
  const first = Promise.withResolvers<void>()
  work.add(first.promise)
  const finished = work.finished().then(() => steps.push('finished'))
  work.add(new Promise((resolve) => work.ending.addEventListener('abort', () => resolve())))
  first.resolve()
  await first.promise
  expect([work.isRunning, steps]).toEqual([true, []])
  await stopping.close()
  await finished
  expect([work.isRunning, steps]).toEqual([false, ['finished']])
  await expect.poll(() => answer.signal.aborted).toBe(true)
  expect(download.signal.aborted).toBe(false)
  download.end()
})
