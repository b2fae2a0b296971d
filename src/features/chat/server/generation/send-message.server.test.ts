import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type SignedInActor, anonymous } from '@plinth/core/access'
import { createId } from '@plinth/core/schema'
import { chunksOf, openChatStage } from '../../tests/chat-stage.ts'
import { actorOf, createTeam, createUser } from '@plinth/testing/factories.ts'
import { failureOf, outcomesOf } from '@plinth/testing/failure-of.ts'
import { sellPlan, withPlan } from '@plinth/testing/sell-plan.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { sendMessage } from './send-message.server.ts'
import { MESSAGES_PER_THREAD, MESSAGE_MAX_LENGTH } from '#/features/chat/chat-limits.ts'
import { chatMessages, chatGenerations, chatThreads } from '../chat.table.server.ts'
import { followGeneration } from './follow-generation.server.ts'
import { getThread } from '../threads/get-thread.server.ts'
import { readChatRequest, type NewMessage, type Regenerate } from './request-body.server.ts'

const { db, connection } = await openTestDatabase()
const { services, turns, calls, contextOf } = openChatStage({ db, connection })

const messageOf = (values: Partial<NewMessage> = {}): NewMessage => ({
  kind: 'send',
  threadId: createId(),
  page: 'general',
  messageId: createId(),
  text: 'Hello?',
  ...values,
})
const again = (threadId: string, messageId?: string): Regenerate => ({
  kind: 'regenerate',
  threadId,
  page: 'general',
  messageId,
})

/** Sends a message and waits for the end of its answer. */
async function answered(actor: SignedInActor, message: NewMessage | Regenerate) {
  const ctx = contextOf(actor)
  const { generationId } = await sendMessage(ctx, services, message)
  const chunks = await chunksOf(
    followGeneration(ctx, db, { generationId, threadId: message.threadId, after: 0 }),
  )
  return { generationId, chunks, thread: await getThread(ctx, { id: message.threadId }) }
}
const textsOf = ({ messages }: Awaited<ReturnType<typeof getThread>>) =>
  messages.map(({ parts: own }) => own.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(''))

test('over the messages of the plan nothing is stored, and what was said can be read', async () => {
  const member = withPlan((await createTeam(db)).member)
  sellPlan({ messages: 1 })
  const first = messageOf()
  await answered(member, first)
  expect(await failureOf(sendMessage(contextOf(member), services, messageOf()))).toMatchObject({
    kind: 'limit',
    code: 'errors:planSpent',
    params: { max: 1 },
  })
  expect(await db.$count(chatThreads, eq(chatThreads.createdById, member.userId))).toBe(1)
  expect((await getThread(contextOf(member), { id: first.threadId })).messages).toHaveLength(2)
})

describe('a message', () => {
  test('creates its thread, is answered in chunks, and both messages are stored', async () => {
    const { member, organization } = await createTeam(db)
    turns.push({ say: ['Good ', 'day.'] })
    const message = messageOf({ text: '  What   is\nthis? ' })
    const { generationId, chunks, thread } = await answered(member, message)
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
      messageId: generationId,
      messageMetadata: { userMessageId: message.messageId, model: { id: 'scripted', isBuiltIn: false } },
    })
    expect(thread).toMatchObject({
      title: 'What is this?',
      page: 'general',
      createdBy: { id: member.userId },
      generation: null,
    })
    expect(thread.messages).toMatchObject([
      { id: message.messageId, role: 'user', parts: [{ type: 'text', text: message.text }] },
      { id: generationId, role: 'assistant', metadata: { state: 'done', model: { label: 'Scripted' } } },
    ])
    expect(textsOf(thread)[1]).toBe('Good day.')
    const [row] = await db.select().from(chatThreads).where(eq(chatThreads.id, message.threadId))
    expect(row).toMatchObject({ organizationId: organization.id, ownerId: null })
  })

  test('sent 20 times in parallel is stored and answered once, and each request gets that answer', async () => {
    const { member } = await createTeam(db)
    const message = messageOf()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sendMessage(contextOf(member), services, message)),
    )
    expect(new Set(answers.map(({ generationId }) => generationId)).size).toBe(1)
    expect(
      await db.select().from(chatGenerations).where(eq(chatGenerations.threadId, message.threadId)),
    ).toHaveLength(1)
  })

  test('with the id of another message is a conflict', async () => {
    const { member } = await createTeam(db)
    const message = messageOf()
    await answered(member, message)
    const refusal = await failureOf(
      sendMessage(contextOf(member), services, { ...message, text: 'Something else' }),
    )
    expect(refusal).toMatchObject({ kind: 'conflict', code: 'chat:errors.idTaken' })
  })

  test('is rejected while the previous one is being answered; of 20 parallel messages one is accepted', async () => {
    const { member } = await createTeam(db)
    const threadId = createId()
    let goOn = () => {}
    turns.push({ say: ['a', 'b'], waitFor: new Promise<void>((resolve) => (goOn = resolve)) })
    const calls20 = Array.from({ length: 20 }, () =>
      sendMessage(contextOf(member), services, messageOf({ threadId })),
    )
    expect(await outcomesOf(calls20)).toEqual({ ok: 1, conflict: 19 })
    expect(await failureOf(sendMessage(contextOf(member), services, messageOf({ threadId })))).toMatchObject({
      code: 'chat:errors.answering',
    })
    goOn()
  })

  test('reaches the model with the history of the thread and nothing else', async () => {
    const { member } = await createTeam(db)
    turns.push({ say: ['First answer'] }, { say: ['Second answer'] })
    const first = messageOf({ text: 'First question' })
    await answered(member, first)
    calls.length = 0
    const { thread } = await answered(
      member,
      messageOf({ threadId: first.threadId, text: 'Second question' }),
    )
    const spoken = calls[0]?.prompt.flatMap(({ role, content }) =>
      role === 'system' ? [] : [[role, JSON.stringify(content)]],
    )
    expect(spoken?.map(([role]) => role)).toEqual(['user', 'assistant', 'user'])
    expect(spoken?.[1]?.[1]).toContain('First answer')
    expect(textsOf(thread)).toEqual(['First question', 'First answer', 'Second question', 'Second answer'])
  })

  test('to another workspace, another page or a deleted thread is not found; a colleague may read but not write', async () => {
    const { member, admin, owner } = await createTeam(db)
    const message = messageOf()
    await answered(member, message)
    const next = messageOf({ threadId: message.threadId })
    const stranger = actorOf(await createUser(db))
    expect(await failureOf(sendMessage(contextOf(stranger), services, next))).toMatchObject({
      kind: 'not_found',
    })
    expect(await failureOf(getThread(contextOf(stranger), { id: message.threadId }))).toMatchObject({
      kind: 'not_found',
    })
    expect(await failureOf(sendMessage(contextOf(member), services, { ...next, page: 'rag' }))).toMatchObject(
      {
        kind: 'not_found',
      },
    )
    const colleague = {
      ...owner,
      userId: (await createUser(db)).id,
      workspace: { ...owner.workspace, role: 'member' as const },
    }
    expect(await failureOf(sendMessage(contextOf(colleague), services, next))).toMatchObject({
      kind: 'forbidden',
    })
    expect(await getThread(contextOf(colleague), { id: message.threadId })).toMatchObject({
      id: message.threadId,
    })
    await answered(admin, next)
    await db.update(chatThreads).set({ deletedAt: new Date() }).where(eq(chatThreads.id, message.threadId))
    expect(
      await failureOf(sendMessage(contextOf(member), services, messageOf({ threadId: message.threadId }))),
    ).toMatchObject({ kind: 'not_found' })
    expect(await failureOf(sendMessage(contextOf(anonymous), services, messageOf()))).toMatchObject({
      kind: 'unauthenticated',
    })
  })

  test('is rejected when it is too long, its model is not offered, or the thread is full', async () => {
    const { member } = await createTeam(db)
    const ctx = contextOf(member)
    const sent = {
      id: 'm',
      role: 'user',
      parts: [{ type: 'text', text: 'x'.repeat(MESSAGE_MAX_LENGTH + 1) }],
    }
    expect(() => readChatRequest({ id: 't', messages: [sent] }, 'general')).toThrow('errors:tooLong')
    expect(await failureOf(sendMessage(ctx, services, messageOf({ modelId: 'other' })))).toMatchObject({
      code: 'chat:errors.unknownModel',
      params: { field: 'model' },
    })
    const message = messageOf()
    await answered(member, message)
    const filler = Array.from({ length: MESSAGES_PER_THREAD }, () => ({
      threadId: message.threadId,
      id: createId(),
      role: 'user' as const,
      parts: [],
      text: '',
    }))
    await db.insert(chatMessages).values(filler)
    expect(
      await failureOf(sendMessage(ctx, services, messageOf({ threadId: message.threadId }))),
    ).toMatchObject({
      code: 'chat:errors.threadFull',
    })
  })

  test('counts against the limit of requests per minute', async () => {
    const { member } = await createTeam(db)
    const few = { ...services, limits: { ...services.limits, requestsPerMinute: 3 } }
    const outcomes = await outcomesOf(
      Array.from({ length: 8 }, () => sendMessage(contextOf(member), few, messageOf())),
    )
    expect(outcomes).toEqual({ ok: 3, limit: 5 })
    const { code, params } = await failureOf(sendMessage(contextOf(member), few, messageOf()))
    expect(code).toBe('chat:errors.tooManyRequests')
    expect((params as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(0)
  })
})

describe('another version', () => {
  test('of an answer is kept next to the first, and of a user message starts a branch', async () => {
    const { member } = await createTeam(db)
    turns.push({ say: ['One'] }, { say: ['Two'] }, { say: ['Three'] })
    const message = messageOf({ text: 'Original' })
    const { threadId } = message
    const first = await answered(member, message)
    const second = await answered(member, again(threadId, first.generationId))
    expect(textsOf(second.thread)).toEqual(['Original', 'Two'])
    expect(second.thread.messages[1]?.metadata.siblings).toEqual([first.generationId, second.generationId])
    const edited = await answered(
      member,
      messageOf({ threadId, messageId: message.messageId, replaces: message.messageId, text: 'Edited' }),
    )
    expect(textsOf(edited.thread)).toEqual(['Edited', 'Three'])
    expect(edited.thread.messages[0]?.metadata.siblings).toHaveLength(2)
  })

  test('of a rejected message is stored as a new message, and the same text sent again is not answered twice', async () => {
    const { member } = await createTeam(db)
    turns.push({ say: ['One'] })
    const messageId = createId()
    const message = messageOf({ messageId, replaces: messageId })
    const first = await answered(member, message)
    expect(first.thread.messages).toMatchObject([{ id: messageId }, { id: first.generationId }])
    expect(await sendMessage(contextOf(member), services, message)).toEqual({
      generationId: first.generationId,
    })
  })

  test('of an unknown message or in an unknown thread is not found', async () => {
    const { member } = await createTeam(db)
    const message = messageOf()
    await answered(member, message)
    const missing = [
      again(message.threadId, 'unknown'),
      again('unknown'),
      messageOf({ threadId: message.threadId, replaces: 'unknown' }),
    ]
    for (const one of missing)
      expect(await failureOf(sendMessage(contextOf(member), services, one))).toMatchObject({
        kind: 'not_found',
      })
  })
})
