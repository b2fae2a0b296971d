import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type Actor, type SignedInActor, anonymous } from '@plinth/core/access'
import { announce, openStream } from '@plinth/core/live/server'
import { accessTopic } from '@plinth/core/internal/realtime/stream.server.ts'
import { AppError } from '@plinth/core/verb/server'
import { organization } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import { chunksOf, openChatStage, type Turn } from '../../tests/chat-stage.ts'
import { actorOf, createTeam, createUser } from '@plinth/testing/factories.ts'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { sendMessage } from './send-message.server.ts'
import { ANSWER_MAX_LENGTH } from '#/features/chat/chat-limits.ts'
import { chatsAccess } from '#/features/chat/chat.access.ts'
import { chatMessages, chatGenerationEvents, chatGenerations } from '../chat.table.server.ts'
import { deleteThread, restoreThread } from '../threads/delete-thread.server.ts'
import { finishGeneration } from './finish-generation.server.ts'
import { followGeneration, runningGenerationId } from './follow-generation.server.ts'
import { getThread } from '../threads/get-thread.server.ts'
import { requestStop, stopGeneration } from './stop-generation.server.ts'
import { lockThread } from '../threads/read-thread.server.ts'
import { sweepChat } from '../sweep-chat.server.ts'

const { db, connection } = await openTestDatabase()
const { services, turns, calls, contextOf } = openChatStage({ db, connection })

/** Starts an answer that streams its first chunk, and the rest after `goOn`. */
async function begin(actor: SignedInActor, turn: Turn = {}, database = db) {
  let goOn = () => {}
  turns.push({
    say: ['First ', 'second.'],
    waitFor: new Promise<void>((resolve) => (goOn = resolve)),
    ...turn,
  })
  const threadId = createId()
  const { generationId } = await sendMessage(
    contextOf(actor),
    { ...services, db: database },
    {
      kind: 'send',
      threadId,
      page: 'general',
      messageId: createId(),
      text: 'Well?',
    },
  )
  const follow = (after = 0) =>
    chunksOf(followGeneration(contextOf(actor), db, { generationId, threadId, after }))
  const stateNow = async () =>
    (
      await db
        .select({ state: chatGenerations.state })
        .from(chatGenerations)
        .where(eq(chatGenerations.id, generationId))
    )[0]?.state
  const events = () =>
    db.select().from(chatGenerationEvents).where(eq(chatGenerationEvents.generationId, generationId))
  const hasBegun = async () =>
    await expect.poll(async () => textIn((await events()).flatMap(({ chunks }) => chunks))).toBe('First ')
  return { threadId, generationId, goOn, follow, stateNow, events, hasBegun }
}

const partsIn = async (actor: SignedInActor, threadId: string) =>
  (await getThread(contextOf(actor), { id: threadId })).messages.at(-1)
const textIn = (chunks: readonly object[]) =>
  chunks.map((chunk) => ('delta' in chunk ? String(chunk.delta) : '')).join('')

/** The same database, on a connection that is lost after each commit that stores an event. */
function withoutAnswers(): typeof db {
  const countEvents = () => db.$count(chatGenerationEvents)
  const transaction: typeof db.transaction = async (work, config) => {
    const before = await countEvents()
    const answer = await db.transaction(work, config)
    if ((await countEvents()) > before) throw new Error('Connection terminated unexpectedly')
    return answer
  }
  return new Proxy(db, {
    get: (target, name) => (name === 'transaction' ? transaction : (Reflect.get(target, name) as unknown)),
  })
}

describe('a generation', () => {
  test('stores and streams each part once although the answer to every commit is lost', async () => {
    const { member } = await createTeam(db)
    const run = await begin(member, {}, withoutAnswers())
    await run.hasBegun()
    const followed = run.follow()
    run.goOn()
    expect(textIn(await followed)).toBe('First second.')
    expect(await partsIn(member, run.threadId)).toMatchObject({
      metadata: { state: 'done' },
      parts: [{ type: 'step-start' }, { text: 'First second.' }],
    })
    const numbers = (await run.events()).map(({ seq }) => seq)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })

  test('continues when the client disconnects, and can be followed from its beginning afterwards', async () => {
    const { member } = await createTeam(db)
    const run = await begin(member)
    const gone = new AbortController()
    const first = followGeneration(contextOf(member, { signal: gone.signal }), db, {
      generationId: run.generationId,
      threadId: run.threadId,
      after: 0,
    })
    await first.next()
    gone.abort()
    await run.hasBegun()
    expect(await runningGenerationId(db, run.threadId)).toBe(run.generationId)
    expect((await getThread(contextOf(member), { id: run.threadId })).generation).toEqual({
      id: run.generationId,
    })
    const [one, two] = [run.follow(), run.follow()]
    run.goOn()
    expect(textIn(await one)).toBe('First second.')
    expect(textIn(await two)).toBe('First second.')
    expect(await runningGenerationId(db, run.threadId)).toBeUndefined()
    expect(textIn(await run.follow())).toBe('First second.')
  })

  test('is stopped in the middle of its answer, aborts the model call, and keeps the partial answer', async () => {
    const { member, admin } = await createTeam(db)
    const run = await begin(member)
    await run.hasBegun()
    const followed = run.follow()
    expect(await stopGeneration(contextOf(admin), { id: run.threadId })).toEqual({ stopped: true })
    expect((await followed).at(-1)).toEqual({ type: 'abort' })
    expect(calls.at(-1)?.abortSignal?.aborted).toBe(true)
    expect(await partsIn(member, run.threadId)).toMatchObject({
      metadata: { state: 'stopped' },
      parts: [{ type: 'step-start' }, { text: 'First ', state: 'done' }],
    })
    expect(await stopGeneration(contextOf(member), { id: run.threadId })).toEqual({ stopped: false })
  })

  test('is always either running or among the messages, for every reader', async () => {
    const { member } = await createTeam(db)
    for (let round = 0; round < 10; round++) {
      const run = await begin(member)
      await run.hasBegun()
      let isOver = false
      async function look() {
        const seen: string[] = []
        while (!isOver) {
          const { messages, generation: running } = await getThread(contextOf(member), { id: run.threadId })
          seen.push(running ? 'running' : (messages.at(-1)?.role ?? 'nothing'))
        }
        return seen
      }
      const looks = Promise.all(Array.from({ length: 4 }, look))
      await stopGeneration(contextOf(member), { id: run.threadId })
      await run.follow()
      isOver = true
      expect(new Set((await looks).flat())).not.toContain('user')
    }
  })

  test('does not deadlock with a stop while the answer ends', async () => {
    const { member } = await createTeam(db)
    const { threadId, generationId, hasBegun, stateNow } = await begin(member)
    await hasBegun()
    const isWaiting = async () =>
      (
        await db.execute(
          sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
      ).rows.length
    const locked = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const stopping = db.transaction(async (tx) => {
      await lockThread(tx, member, { id: threadId })
      locked.resolve()
      await released.promise
      return requestStop(tx, threadId)
    })
    await locked.promise
    const ending = db.transaction((tx) =>
      finishGeneration(tx, { id: generationId, state: 'done', chunks: [], onlyIf: sql`true` }),
    )
    await expect.poll(isWaiting).toBe(1)
    released.resolve()
    expect(await stopping).toBe(true)
    await ending
    expect(await stateNow()).not.toBe('running')
  })

  test('cannot be stopped or seen from another workspace', async () => {
    const { member } = await createTeam(db)
    const run = await begin(member)
    const stranger = contextOf(actorOf(await createUser(db)))
    expect(await failureOf(stopGeneration(stranger, { id: run.threadId }))).toMatchObject({
      kind: 'not_found',
    })
    expect(await failureOf(getThread(stranger, { id: run.threadId }))).toMatchObject({ kind: 'not_found' })
    run.goOn()
    await run.follow()
  })

  test('stops streaming to a user who was banned or has left the workspace, as soon as that is announced', async () => {
    const { member, admin } = await createTeam(db)
    const run = await begin(member)
    await run.hasBegun()
    for (const now of [
      anonymous,
      { ...member, workspace: { organizationId: null, role: 'owner' as const } },
    ]) {
      let current: Actor = member
      const watched = Promise.withResolvers<void>()
      const actorNow = async () => {
        watched.resolve()
        return current
      }
      const reader = contextOf(member, { actorNow })
      const { signal } = openStream(reader, chatsAccess.get, { isOfWorkspace: true })
      const { generationId, threadId } = run
      const followed = chunksOf(
        followGeneration({ ...reader, signal }, db, { generationId, threadId, after: 0 }),
      )
      await watched.promise
      current = now
      await db.transaction((tx) => announce(tx, accessTopic(member.userId)))
      // However the answer was divided when it was stored: it ends here, and it has not ended.
      expect(['', 'First ']).toContain(textIn(await followed))
      expect(await run.stateNow()).toBe('running')
    }
    expect((await getThread(contextOf(admin), { id: run.threadId })).generation).not.toBeNull()
    run.goOn()
    await run.follow()
  })

  test('ends when its thread is deleted, and its partial answer is there when the thread is restored', async () => {
    const { member } = await createTeam(db)
    const run = await begin(member)
    await run.hasBegun()
    const followed = run.follow()
    await deleteThread(contextOf(member), { id: run.threadId })
    expect((await followed).at(-1)).toEqual({ type: 'abort' })
    expect(await failureOf(getThread(contextOf(member), { id: run.threadId }))).toMatchObject({
      kind: 'not_found',
    })
    await restoreThread(contextOf(member), { id: run.threadId })
    expect(await partsIn(member, run.threadId)).toMatchObject({ metadata: { state: 'stopped' } })
  })

  test('ends when its organization is deleted: the model call is aborted and nothing of it stays', async () => {
    const { member, organization: acme } = await createTeam(db)
    const run = await begin(member)
    await run.hasBegun()
    const followed = run.follow()
    await db.delete(organization).where(eq(organization.id, acme.id))
    await followed
    await expect.poll(() => calls.at(-1)?.abortSignal?.aborted, { timeout: 10_000 }).toBe(true)
    expect(await run.stateNow()).toBeUndefined()
  })

  test('of a dead process is ended by the next reader, and late writes of that process change nothing', async () => {
    const { member } = await createTeam(db)
    const run = await begin(member)
    await run.hasBegun()
    await db
      .update(chatGenerations)
      .set({ holder: 'a process that was killed', leaseUntil: sql`now() - interval '1 second'` })
      .where(eq(chatGenerations.id, run.generationId))
    const { messages } = await getThread(contextOf(member), { id: run.threadId })
    const ended = {
      metadata: { state: 'failed' },
      parts: [
        { type: 'step-start' },
        { text: 'First ' },
        { type: 'data-failure', data: { code: 'chat:errors.interrupted' } },
      ],
    }
    expect(messages.at(-1)).toMatchObject(ended)
    run.goOn()
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await partsIn(member, run.threadId)).toMatchObject(ended)
    expect((await run.follow()).at(-1)).toMatchObject({ type: 'error' })
  })

  test('is ended exactly once under parallel attempts to end it', async () => {
    const { member } = await createTeam(db)
    const run = await begin(member)
    await run.hasBegun()
    const end = () =>
      db.transaction((tx) =>
        finishGeneration(tx, {
          id: run.generationId,
          state: 'stopped',
          chunks: [{ type: 'abort' }],
          onlyIf: sql`true`,
        }),
      )
    const ended = await Promise.all(Array.from({ length: 6 }, end))
    expect(ended.filter(Boolean)).toHaveLength(1)
    expect((await run.follow()).filter(({ type }) => type === 'abort')).toHaveLength(1)
    run.goOn()
  })

  test('that fails keeps its partial answer, reports the failure, and can be regenerated', async () => {
    const { member } = await createTeam(db)
    const run = await begin(member, {
      say: ['Half'],
      fail: new AppError('unavailable', 'ai:errors.interrupted', { model: 'Scripted' }),
    })
    const chunks = await run.follow()
    expect(chunks.slice(-2)).toEqual([
      { type: 'data-failure', data: { code: 'ai:errors.interrupted', params: { model: 'Scripted' } } },
      { type: 'error', errorText: 'ai:errors.interrupted' },
    ])
    expect(await run.stateNow()).toBe('failed')
    turns.push({ say: ['Whole'] })
    const { generationId } = await sendMessage(contextOf(member), services, {
      kind: 'regenerate',
      threadId: run.threadId,
      page: 'general',
    })
    expect(
      textIn(
        await chunksOf(
          followGeneration(contextOf(member), db, { generationId, threadId: run.threadId, after: 0 }),
        ),
      ),
    ).toBe('Whole')
  })

  test('that exceeds the maximum length is cut off', async () => {
    const { member } = await createTeam(db)
    const run = await begin(member, {
      say: Array.from({ length: 20 }, () => 'x'.repeat(ANSWER_MAX_LENGTH / 10)),
      waitFor: Promise.resolve(),
    })
    expect((await run.follow()).at(-1)).toEqual({ type: 'error', errorText: 'chat:errors.tooLong' })
    expect(calls.at(-1)?.abortSignal?.aborted).toBe(true)
  })

  test('may stream NUL characters and split surrogate pairs', async () => {
    const { member } = await createTeam(db)
    const [high = '', low = ''] = '🙂'.split('')
    const run = await begin(member, {
      say: [`a\u0000${high}`, `${low}b`, high],
      waitFor: new Promise((resolve) => setTimeout(resolve, 150)),
    })
    expect(textIn(await run.follow())).toBe('a🙂b')
  })
})

test('the sweep deletes event logs a day after the end of a generation; the messages stay', async () => {
  const { member } = await createTeam(db)
  const run = await begin(member, { waitFor: Promise.resolve() })
  await run.follow()
  await sweepChat(db)
  expect(await run.follow()).not.toEqual([])
  await db
    .update(chatGenerations)
    .set({ endedAt: sql`now() - interval '25 hours'` })
    .where(eq(chatGenerations.id, run.generationId))
  await sweepChat(db)
  expect(await run.follow()).toEqual([])
  expect(await db.select().from(chatMessages).where(eq(chatMessages.threadId, run.threadId))).toHaveLength(2)
})
