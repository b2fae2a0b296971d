import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type Actor, type SignedInActor, anonymous } from '@plinth/core/access'
import { ANSWER_MAX_BYTES } from '#/features/chat/chat-limits.ts'
import { createId } from '@plinth/core/schema'
import { chunksOf, openChatStage } from '../../tests/chat-stage.ts'
import { auditOf } from '@plinth/testing/expect-audit.ts'
import { createTeam } from '@plinth/testing/factories.ts'
import { failureOf, outcomesOf } from '@plinth/testing/failure-of.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { respondToApprovals } from './respond-to-approvals.server.ts'
import { sendMessage } from './send-message.server.ts'
import { chatApprovals, chatGenerationEvents } from '../chat.table.server.ts'
import { followGeneration } from './follow-generation.server.ts'
import { getThread } from '../threads/get-thread.server.ts'

const { db, connection } = await openTestDatabase()
const { services, turns, calls, written, contextOf } = openChatStage({ db, connection })

/** Creates an answer whose tool call waits for approval. */
async function waiting(actor: SignedInActor, text = createId()) {
  turns.push({ call: { name: 'write', input: { text } } })
  const threadId = createId()
  const { generationId } = await sendMessage(contextOf(actor), services, {
    kind: 'send',
    threadId,
    page: 'general',
    messageId: createId(),
    text: 'Write it',
  })
  const chunks = await chunksOf(followGeneration(contextOf(actor), db, { generationId, threadId, after: 0 }))
  const [approval] = await db.select().from(chatApprovals).where(eq(chatApprovals.generationId, generationId))
  const approvalId = approval?.id ?? ''
  const respond = (approved: boolean, by: Actor = actor, now: Actor = by) =>
    respondToApprovals(contextOf(by, { actorNow: async () => now }), services, {
      kind: 'approvals',
      threadId,
      responses: [{ approvalId, approved }],
    })
  const follow = (after = 0) =>
    chunksOf(followGeneration(contextOf(actor), db, { generationId, threadId, after }))
  return { threadId, generationId, chunks, approvalId, text, respond, follow }
}

const typesOf = (chunks: readonly { type: string }[]) => chunks.map(({ type }) => type)

test('an answer that gets too large by what its tools take and return is cut off, whatever is approved', async () => {
  const { member } = await createTeam(db)
  const text = 'é'.repeat(ANSWER_MAX_BYTES / 5)
  const run = await waiting(member, text)
  turns.push({ call: { name: 'write', input: { text } } })
  const { after } = await run.respond(true)
  expect((await run.follow(after)).at(-1)).toEqual({ type: 'error', errorText: 'chat:errors.tooLong' })
  const answer = (await getThread(contextOf(member), { id: run.threadId })).messages.at(-1)
  expect(answer?.metadata.state).toBe('failed')
  expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(ANSWER_MAX_BYTES)
})

describe('a tool that writes', () => {
  test('runs after its approval, and the answer continues in the same message', async () => {
    const { member } = await createTeam(db)
    const run = await waiting(member)
    expect(typesOf(run.chunks)).toContain('tool-approval-request')
    expect(written).not.toContain(run.text)
    expect(await getThread(contextOf(member), { id: run.threadId })).toMatchObject({
      messages: [{}, { metadata: { state: 'waiting' } }],
    })
    turns.push({ say: ['It is written.'] })
    const { after } = await run.respond(true)
    const rest = await run.follow(after)
    expect(typesOf(rest)).toEqual(
      expect.arrayContaining(['tool-approval-response', 'tool-output-available', 'text-delta', 'finish']),
    )
    expect(written.filter((text) => text === run.text)).toHaveLength(1)
    const { messages } = await getThread(contextOf(member), { id: run.threadId })
    expect(messages).toHaveLength(2)
    expect(messages[1]).toMatchObject({ id: run.generationId, metadata: { state: 'done' } })
    expect(messages[1]?.parts).toContainEqual(
      expect.objectContaining({ type: 'tool-write', state: 'output-available', output: { text: run.text } }),
    )
    expect(await auditOf(db, run.approvalId)).toMatchObject([
      { action: 'chat.approve', actorId: member.userId },
    ])
  })

  test('does not run after a rejection, and the model is notified', async () => {
    const { member } = await createTeam(db)
    const run = await waiting(member)
    turns.push({ say: ['Left alone.'] })
    const { after } = await run.respond(false)
    expect(typesOf(await run.follow(after))).toContain('tool-output-denied')
    expect(written).not.toContain(run.text)
    expect(JSON.stringify(calls.at(-1)?.prompt)).toContain('execution-denied')
  })

  test('runs once however often its approval is sent', async () => {
    const { member } = await createTeam(db)
    const run = await waiting(member)
    turns.push({ say: ['Done.'] })
    expect(await outcomesOf(Array.from({ length: 10 }, () => run.respond(true)))).toEqual({
      ok: 1,
      conflict: 9,
    })
    await run.follow()
    expect(await failureOf(run.respond(true))).toMatchObject({
      kind: 'conflict',
      code: 'chat:errors.approvalGone',
    })
    expect(written.filter((text) => text === run.text)).toHaveLength(1)
  })

  test('accepts approval only from the user who sent the message, and only before it expires', async () => {
    const { member, admin, owner } = await createTeam(db)
    const run = await waiting(member)
    for (const other of [admin, owner])
      expect(await failureOf(run.respond(true, other))).toMatchObject({ kind: 'not_found' })
    expect(await failureOf(run.respond(true, anonymous))).toMatchObject({ kind: 'unauthenticated' })
    await db
      .update(chatApprovals)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(chatApprovals.id, run.approvalId))
    expect(await failureOf(run.respond(true))).toMatchObject({ code: 'chat:errors.approvalGone' })
    expect(written).not.toContain(run.text)
  })

  test('cannot be approved after another message was sent in the thread', async () => {
    const { member } = await createTeam(db)
    const run = await waiting(member)
    turns.push({ say: ['Fine.'] })
    const next = {
      kind: 'send' as const,
      threadId: run.threadId,
      page: 'general' as const,
      messageId: createId(),
      text: 'Never mind',
    }
    const { generationId } = await sendMessage(contextOf(member), services, next)
    await chunksOf(
      followGeneration(contextOf(member), db, { generationId, threadId: run.threadId, after: 0 }),
    )
    expect(await failureOf(run.respond(true))).toMatchObject({ code: 'chat:errors.approvalGone' })
  })

  test('checks access again when it runs: a user who has switched workspaces writes nothing', async () => {
    const { member } = await createTeam(db)
    const run = await waiting(member)
    turns.push({ say: ['That failed.'] })
    const { after } = await run.respond(true, member, {
      ...member,
      workspace: { organizationId: null, role: 'owner' as const },
    })
    expect(typesOf(await run.follow(after))).toContain('tool-output-error')
    expect(written).not.toContain(run.text)
  })

  test('writes nothing for a user who has lost access, and the answer ends', async () => {
    const { member } = await createTeam(db)
    const run = await waiting(member)
    turns.push({ say: ['That ', 'failed.'], waitFor: new Promise(() => {}) })
    const { after } = await run.respond(true, member, anonymous)
    expect(typesOf(await run.follow(after)).at(-1)).toBe('error')
    expect(written).not.toContain(run.text)
    turns.length = 0
  })

  test('does not run when its stored input was changed after the approval request', async () => {
    const { member } = await createTeam(db)
    const run = await waiting(member)
    await db
      .update(chatGenerationEvents)
      .set({
        chunks: sql`replace(${chatGenerationEvents.chunks}::text, ${run.text}, 'something worse')::jsonb`,
      })
      .where(eq(chatGenerationEvents.generationId, run.generationId))
    const { after } = await run.respond(true)
    await run.follow(after)
    expect(written).not.toContain('something worse')
    expect(written).not.toContain(run.text)
  })
})
