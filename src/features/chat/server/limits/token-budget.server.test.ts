import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { createId } from '@plinth/core/schema'
import { chunksOf, openChatStage } from '../../tests/chat-stage.ts'
import { createTeam } from '@plinth/testing/factories.ts'
import { failureOf, outcomesOf } from '@plinth/testing/failure-of.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { sendMessage } from '../generation/send-message.server.ts'
import { chatThreads, chatUsage } from '../chat.table.server.ts'
import { followGeneration } from '../generation/follow-generation.server.ts'
import type { NewMessage } from '../generation/request-body.server.ts'
import { readUsage } from './read-usage.server.ts'

const { db, connection } = await openTestDatabase()
const { services, turns, contextOf } = openChatStage({ db, connection })
const messageOf = (): NewMessage => ({
  kind: 'send',
  threadId: createId(),
  page: 'general',
  messageId: createId(),
  text: 'Hello?',
})
const withTokens = (tokensPerDay: number) => ({
  ...services,
  limits: { ...services.limits, tokensPerDay, workspaceTokensPerDay: 1_000_000 },
})

describe('tokens', () => {
  test('are reserved before the call, and unused ones are returned after it', async () => {
    const { member, organization } = await createTeam(db)
    let goOn = () => {}
    turns.push({ say: ['a', 'b'], waitFor: new Promise<void>((resolve) => (goOn = resolve)), tokens: 24 })
    const question = messageOf()
    const { generationId } = await sendMessage(contextOf(member), services, question)
    const used = async () => (await readUsage(contextOf(member), services.limits)).tokens.used
    expect(await used()).toBeGreaterThan(4_000)
    goOn()
    await chunksOf(
      followGeneration(contextOf(member), db, { generationId, threadId: question.threadId, after: 0 }),
    )
    await expect.poll(used).toBe(24)
    const [workspace] = await db
      .select()
      .from(chatUsage)
      .where(eq(chatUsage.subject, `organization:${organization.id}`))
    expect(workspace?.tokens).toBe(24)
  })

  test('cannot be overspent by 20 parallel messages, and a rejected message stores nothing', async () => {
    const { member } = await createTeam(db)
    const few = withTokens(10_000)
    const questions = Array.from({ length: 20 }, messageOf)
    const { ok = 0, limit = 0 } = await outcomesOf(
      questions.map((question) => sendMessage(contextOf(member), few, question)),
    )
    // Two fit, plus one for each answer that has already ended and returned its unused tokens.
    expect([ok >= 2, ok < 20, ok + limit]).toEqual([true, true, 20])
    const { tokens } = await readUsage(contextOf(member), few.limits)
    expect(tokens.used).toBeLessThanOrEqual(10_000)
    const threads = await db.select().from(chatThreads).where(eq(chatThreads.createdById, member.userId))
    expect(threads).toHaveLength(ok)
  })

  test('of a workspace are counted across all its members', async () => {
    const { member, admin } = await createTeam(db)
    // A separate model: answers of other tests may still be running and would use its turns.
    const own = openChatStage({ db, connection })
    const few = { ...own.services, limits: { ...own.services.limits, workspaceTokensPerDay: 5_000 } }
    let goOn = () => {}
    own.turns.push({ say: ['a', 'b'], waitFor: new Promise<void>((resolve) => (goOn = resolve)), tokens: 24 })
    await sendMessage(own.contextOf(member), few, messageOf())
    const { kind, code, params } = await failureOf(sendMessage(own.contextOf(admin), few, messageOf()))
    goOn()
    expect({ kind, code }).toEqual({ kind: 'limit', code: 'chat:errors.tokensSpent' })
    expect((params as { retryAfterSeconds: number }).retryAfterSeconds).toBeLessThanOrEqual(86_400)
  })
})
