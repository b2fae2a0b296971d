import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { anonymous, type SignedInActor } from '#/core/access/actor.ts'
import { createId } from '#/lib/create-id.ts'
import { chunksOf, openChatStage } from '../../../tests/chat-stage.ts'
import { actorOf, createTeam, createUser } from '../../../tests/factories.ts'
import { failureOf, outcomesOf } from '../../../tests/failure-of.ts'
import { openTestDatabase } from '../../../tests/test-database.ts'
import { ask } from './ask.server.ts'
import { MESSAGES_PER_THREAD, QUESTION_MAX_LENGTH } from './chat-limits.ts'
import { chatMessages, chatRuns, chatThreads } from './chat.table.server.ts'
import { followRun } from './follow-run.server.ts'
import { getThread } from './get-thread.server.ts'
import type { Ask, Regenerate } from './question.ts'

const { db, connection } = await openTestDatabase()
const { parts, turns, calls, contextOf } = openChatStage({ db, connection })

const askOf = (values: Partial<Ask> = {}): Ask => ({
  kind: 'ask',
  threadId: createId(),
  page: 'vercel',
  messageId: createId(),
  text: 'Hello?',
  ...values,
})
const again = (threadId: string, messageId?: string): Regenerate => ({
  kind: 'regenerate',
  threadId,
  page: 'vercel',
  messageId,
})

/** Asks and waits for the end. */
async function answered(actor: SignedInActor, question: Ask | Regenerate) {
  const ctx = contextOf(actor)
  const { runId } = await ask(ctx, parts, question)
  const chunks = await chunksOf(followRun(ctx, db, { runId, threadId: question.threadId, after: 0 }))
  return { runId, chunks, thread: await getThread(ctx, { id: question.threadId }) }
}
const textsOf = ({ messages }: Awaited<ReturnType<typeof getThread>>) =>
  messages.map(({ parts: own }) => own.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(''))

describe('a question', () => {
  test('makes its thread, is answered piece by piece, and both are stored', async () => {
    const { member, organization } = await createTeam(db)
    turns.push({ say: ['Good ', 'day.'] })
    const question = askOf({ text: '  What   is\nthis? ' })
    const { runId, chunks, thread } = await answered(member, question)
    expect(chunks.map(({ type }) => type)).toEqual([
      'start',
      'start-step',
      'text-start',
      'text-delta',
      'text-end',
      'finish-step',
      'finish',
    ])
    expect(chunks[0]).toMatchObject({
      messageId: runId,
      messageMetadata: { questionId: question.messageId, model: { id: 'scripted', isBuiltIn: false } },
    })
    expect(thread).toMatchObject({
      title: 'What is this?',
      page: 'vercel',
      createdBy: { id: member.userId },
      run: null,
    })
    expect(thread.messages).toMatchObject([
      { id: question.messageId, role: 'user', parts: [{ type: 'text', text: question.text }] },
      { id: runId, role: 'assistant', metadata: { state: 'done', model: { label: 'Scripted' } } },
    ])
    expect(textsOf(thread)[1]).toBe('Good day.')
    const [row] = await db.select().from(chatThreads).where(eq(chatThreads.id, question.threadId))
    expect(row).toMatchObject({ organizationId: organization.id, ownerId: null })
  })

  test('sent 20 times at once is stored and answered once, and each gets that answer', async () => {
    const { member } = await createTeam(db)
    const question = askOf()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask(contextOf(member), parts, question)),
    )
    expect(new Set(answers.map(({ runId }) => runId)).size).toBe(1)
    expect(await db.select().from(chatRuns).where(eq(chatRuns.threadId, question.threadId))).toHaveLength(1)
  })

  test('under the id of another is a conflict', async () => {
    const { member } = await createTeam(db)
    const question = askOf()
    await answered(member, question)
    const refusal = await failureOf(ask(contextOf(member), parts, { ...question, text: 'Something else' }))
    expect(refusal).toMatchObject({ kind: 'conflict', code: 'chat:errors.idTaken' })
  })

  test('is refused while the one before is answered; of 20 at once one is taken', async () => {
    const { member } = await createTeam(db)
    const threadId = createId()
    let goOn = () => {}
    turns.push({ say: ['a', 'b'], waitFor: new Promise<void>((resolve) => (goOn = resolve)) })
    const calls20 = Array.from({ length: 20 }, () => ask(contextOf(member), parts, askOf({ threadId })))
    expect(await outcomesOf(calls20)).toEqual({ ok: 1, conflict: 19 })
    expect(await failureOf(ask(contextOf(member), parts, askOf({ threadId })))).toMatchObject({
      code: 'chat:errors.answering',
    })
    goOn()
  })

  test('reaches the model with the history of the thread and nothing else', async () => {
    const { member } = await createTeam(db)
    turns.push({ say: ['First answer'] }, { say: ['Second answer'] })
    const first = askOf({ text: 'First question' })
    await answered(member, first)
    calls.length = 0
    const { thread } = await answered(member, askOf({ threadId: first.threadId, text: 'Second question' }))
    const spoken = calls[0]?.prompt.flatMap(({ role, content }) =>
      role === 'system' ? [] : [[role, JSON.stringify(content)]],
    )
    expect(spoken?.map(([role]) => role)).toEqual(['user', 'assistant', 'user'])
    expect(spoken?.[1]?.[1]).toContain('First answer')
    expect(textsOf(thread)).toEqual(['First question', 'First answer', 'Second question', 'Second answer'])
  })

  test('from another workspace, on another page, or to a deleted thread finds nothing; a colleague may read and not write', async () => {
    const { member, admin, owner } = await createTeam(db)
    const question = askOf()
    await answered(member, question)
    const next = askOf({ threadId: question.threadId })
    const stranger = actorOf(await createUser(db))
    expect(await failureOf(ask(contextOf(stranger), parts, next))).toMatchObject({ kind: 'not_found' })
    expect(await failureOf(getThread(contextOf(stranger), { id: question.threadId }))).toMatchObject({
      kind: 'not_found',
    })
    expect(await failureOf(ask(contextOf(member), parts, { ...next, page: 'rag' }))).toMatchObject({
      kind: 'not_found',
    })
    const colleague = {
      ...owner,
      userId: (await createUser(db)).id,
      workspace: { ...owner.workspace, role: 'member' as const },
    }
    expect(await failureOf(ask(contextOf(colleague), parts, next))).toMatchObject({ kind: 'forbidden' })
    expect(await getThread(contextOf(colleague), { id: question.threadId })).toMatchObject({
      id: question.threadId,
    })
    await answered(admin, next)
    await db.update(chatThreads).set({ deletedAt: new Date() }).where(eq(chatThreads.id, question.threadId))
    expect(
      await failureOf(ask(contextOf(member), parts, askOf({ threadId: question.threadId }))),
    ).toMatchObject({ kind: 'not_found' })
    expect(await failureOf(ask(contextOf(anonymous), parts, askOf()))).toMatchObject({
      kind: 'unauthenticated',
    })
  })

  test('too long, for a model that is not offered, or into a full thread is refused', async () => {
    const { member } = await createTeam(db)
    const ctx = contextOf(member)
    expect(
      await failureOf(ask(ctx, parts, askOf({ text: 'x'.repeat(QUESTION_MAX_LENGTH + 1) }))),
    ).toMatchObject({ code: 'errors:tooLong' })
    expect(await failureOf(ask(ctx, parts, askOf({ modelId: 'other' })))).toMatchObject({
      code: 'chat:errors.unknownModel',
      params: { field: 'model' },
    })
    const question = askOf()
    await answered(member, question)
    const filler = Array.from({ length: MESSAGES_PER_THREAD }, () => ({
      ...{ threadId: question.threadId, id: createId(), role: 'user' as const, parts: [], text: '' },
    }))
    await db.insert(chatMessages).values(filler)
    expect(await failureOf(ask(ctx, parts, askOf({ threadId: question.threadId })))).toMatchObject({
      code: 'chat:errors.threadFull',
    })
  })

  test('the requests of a minute are counted', async () => {
    const { member } = await createTeam(db)
    const few = { ...parts, limits: { ...parts.limits, requestsPerMinute: 3 } }
    const outcomes = await outcomesOf(Array.from({ length: 8 }, () => ask(contextOf(member), few, askOf())))
    expect(outcomes).toEqual({ ok: 3, limit: 5 })
    const { code, params } = await failureOf(ask(contextOf(member), few, askOf()))
    expect(code).toBe('chat:errors.tooManyRequests')
    expect((params as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(0)
  })
})

describe('another version', () => {
  test('of an answer stands beside the first, and of a question begins a branch', async () => {
    const { member } = await createTeam(db)
    turns.push({ say: ['One'] }, { say: ['Two'] }, { say: ['Three'] })
    const question = askOf({ text: 'Original' })
    const { threadId } = question
    const first = await answered(member, question)
    const second = await answered(member, again(threadId, first.runId))
    expect(textsOf(second.thread)).toEqual(['Original', 'Two'])
    expect(second.thread.messages[1]?.metadata.siblings).toEqual([first.runId, second.runId])
    const edited = await answered(
      member,
      askOf({ threadId, messageId: question.messageId, editOf: question.messageId, text: 'Edited' }),
    )
    expect(textsOf(edited.thread)).toEqual(['Edited', 'Three'])
    expect(edited.thread.messages[0]?.metadata.siblings).toHaveLength(2)
  })

  test('of a message that is not there, or in a thread that is not there, is not found', async () => {
    const { member } = await createTeam(db)
    const question = askOf()
    await answered(member, question)
    const missing = [
      again(question.threadId, 'unknown'),
      again('unknown'),
      askOf({ threadId: question.threadId, editOf: 'unknown' }),
    ]
    for (const one of missing)
      expect(await failureOf(ask(contextOf(member), parts, one))).toMatchObject({ kind: 'not_found' })
  })
})
