import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { anonymous, type Actor, type SignedInActor } from '#/core/access/actor.ts'
import { createId } from '#/lib/create-id.ts'
import { chunksOf, openChatStage } from '../../../tests/chat-stage.ts'
import { auditOf } from '../../../tests/expect-audit.ts'
import { createTeam } from '../../../tests/factories.ts'
import { failureOf, outcomesOf } from '../../../tests/failure-of.ts'
import { openTestDatabase } from '../../../tests/test-database.ts'
import { decide } from './approvals.server.ts'
import { ask } from './ask.server.ts'
import { chatApprovals, chatRunEvents } from './chat.table.server.ts'
import { followRun } from './follow-run.server.ts'
import { getThread } from './get-thread.server.ts'

const { db, connection } = await openTestDatabase()
const { parts, turns, calls, written, contextOf } = openChatStage({ db, connection })

/** An answer that wants to write and waits for a word. */
async function waiting(actor: SignedInActor, text = createId()) {
  turns.push({ call: { name: 'write', input: { text } } })
  const threadId = createId()
  const { runId } = await ask(contextOf(actor), parts, {
    kind: 'ask',
    threadId,
    page: 'vercel',
    messageId: createId(),
    text: 'Write it',
  })
  const chunks = await chunksOf(followRun(contextOf(actor), db, { runId, threadId, after: 0 }))
  const [approval] = await db.select().from(chatApprovals).where(eq(chatApprovals.runId, runId))
  const approvalId = approval?.id ?? ''
  const say = (approved: boolean, by: Actor = actor, now: Actor = by) =>
    decide(contextOf(by, { actorNow: async () => now }), parts, {
      id: threadId,
      decisions: [{ approvalId, approved }],
    })
  const follow = (after = 0) => chunksOf(followRun(contextOf(actor), db, { runId, threadId, after }))
  return { threadId, runId, chunks, approvalId, text, say, follow }
}

const typesOf = (chunks: readonly { type: string }[]) => chunks.map(({ type }) => type)

describe('a tool that writes', () => {
  test('runs after its person has said yes, and the answer goes on in the same message', async () => {
    const { member } = await createTeam(db)
    const run = await waiting(member)
    expect(typesOf(run.chunks)).toContain('tool-approval-request')
    expect(written).not.toContain(run.text)
    expect(await getThread(contextOf(member), { id: run.threadId })).toMatchObject({
      messages: [{}, { metadata: { state: 'waiting' } }],
    })
    turns.push({ say: ['It is written.'] })
    const { after } = await run.say(true)
    const rest = await run.follow(after)
    expect(typesOf(rest)).toEqual(
      expect.arrayContaining(['tool-approval-response', 'tool-output-available', 'text-delta', 'finish']),
    )
    expect(written.filter((text) => text === run.text)).toHaveLength(1)
    const { messages } = await getThread(contextOf(member), { id: run.threadId })
    expect(messages).toHaveLength(2)
    expect(messages[1]).toMatchObject({ id: run.runId, metadata: { state: 'done' } })
    expect(messages[1]?.parts).toContainEqual(
      expect.objectContaining({ type: 'tool-write', state: 'output-available', output: { text: run.text } }),
    )
    expect(await auditOf(db, run.approvalId)).toMatchObject([
      { action: 'chat.approve', actorId: member.userId },
    ])
  })

  test('does not run after a no, and the model hears of it', async () => {
    const { member } = await createTeam(db)
    const run = await waiting(member)
    turns.push({ say: ['Left alone.'] })
    const { after } = await run.say(false)
    expect(typesOf(await run.follow(after))).toContain('tool-output-denied')
    expect(written).not.toContain(run.text)
    expect(JSON.stringify(calls.at(-1)?.prompt)).toContain('execution-denied')
  })

  test('runs once however often the yes is sent', async () => {
    const { member } = await createTeam(db)
    const run = await waiting(member)
    turns.push({ say: ['Done.'] })
    expect(await outcomesOf(Array.from({ length: 10 }, () => run.say(true)))).toEqual({ ok: 1, conflict: 9 })
    await run.follow()
    expect(await failureOf(run.say(true))).toMatchObject({
      kind: 'conflict',
      code: 'chat:errors.approvalGone',
    })
    expect(written.filter((text) => text === run.text)).toHaveLength(1)
  })

  test('takes the word of the person who was asked only, while it is good', async () => {
    const { member, admin, owner } = await createTeam(db)
    const run = await waiting(member)
    for (const other of [admin, owner])
      expect(await failureOf(run.say(true, other))).toMatchObject({ kind: 'not_found' })
    expect(await failureOf(run.say(true, anonymous))).toMatchObject({ kind: 'unauthenticated' })
    await db
      .update(chatApprovals)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(chatApprovals.id, run.approvalId))
    expect(await failureOf(run.say(true))).toMatchObject({ code: 'chat:errors.approvalGone' })
    expect(written).not.toContain(run.text)
  })

  test('is refused once something else was asked in the thread', async () => {
    const { member } = await createTeam(db)
    const run = await waiting(member)
    turns.push({ say: ['Fine.'] })
    const next = {
      kind: 'ask' as const,
      threadId: run.threadId,
      page: 'vercel' as const,
      messageId: createId(),
      text: 'Never mind',
    }
    const { runId } = await ask(contextOf(member), parts, next)
    await chunksOf(followRun(contextOf(member), db, { runId, threadId: run.threadId, after: 0 }))
    expect(await failureOf(run.say(true))).toMatchObject({ code: 'chat:errors.approvalGone' })
  })

  test('asks for the right anew when it runs: who has gone to another workspace since writes nothing', async () => {
    const { member } = await createTeam(db)
    const run = await waiting(member)
    turns.push({ say: ['That failed.'] })
    const { after } = await run.say(true, member, {
      ...member,
      workspace: { organizationId: null, role: 'owner' as const },
    })
    expect(typesOf(await run.follow(after))).toContain('tool-output-error')
    expect(written).not.toContain(run.text)
  })

  test('writes nothing for who has lost access since, and the answer ends', async () => {
    const { member } = await createTeam(db)
    const run = await waiting(member)
    turns.push({ say: ['That ', 'failed.'], waitFor: new Promise(() => {}) })
    const { after } = await run.say(true, member, anonymous)
    expect(typesOf(await run.follow(after)).at(-1)).toBe('error')
    expect(written).not.toContain(run.text)
    turns.length = 0
  })

  test('whose stored input was changed after the question does not run', async () => {
    const { member } = await createTeam(db)
    const run = await waiting(member)
    await db
      .update(chatRunEvents)
      .set({ chunks: sql`replace(${chatRunEvents.chunks}::text, ${run.text}, 'something worse')::jsonb` })
      .where(eq(chatRunEvents.runId, run.runId))
    const { after } = await run.say(true)
    await run.follow(after)
    expect(written).not.toContain('something worse')
    expect(written).not.toContain(run.text)
  })
})
