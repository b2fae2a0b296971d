import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { SignedInActor } from '@plinth/core/access'
import { createId } from '@plinth/core/schema'
import { createThread, createWaitingGeneration } from '../../tests/chat-rows.ts'
import { openChatStage } from '../../tests/chat-stage.ts'
import { deleteWhile } from '@plinth/testing/delete-while.ts'
import { createTeam } from '@plinth/testing/factories.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { chatGenerations } from '../chat.table.server.ts'
import { failStaleGenerations } from './finish-generation.server.ts'
import { respondToApprovals } from './respond-to-approvals.server.ts'
import { sendMessage } from './send-message.server.ts'

const { db, connection } = await openTestDatabase()
const { services, contextOf } = openChatStage({ db, connection })

const changes: Record<string, (author: SignedInActor) => Promise<() => Promise<unknown>>> = {
  'a message': async (author) => {
    const { id: threadId } = await createThread(db, author)
    const message = { kind: 'send', threadId, page: 'general', messageId: createId(), text: 'On' } as const
    return () => sendMessage(contextOf(author), services, message)
  },
  'an approval': async (author) => {
    const { threadId, generationId, approvalId } = await createWaitingGeneration(db, author)
    const model = { id: 'scripted', label: 'Scripted', isBuiltIn: false }
    await db.update(chatGenerations).set({ model }).where(eq(chatGenerations.id, generationId))
    const responses = [{ approvalId, approved: true }]
    return () => respondToApprovals(contextOf(author), services, { kind: 'approvals', threadId, responses })
  },
  'the end of an answer': async (author) => {
    const { threadId, generationId } = await createWaitingGeneration(db, author)
    await db.update(chatGenerations).set({ state: 'running' }).where(eq(chatGenerations.id, generationId))
    return () => failStaleGenerations(db, threadId)
  },
}

test.each(Object.entries(changes))(
  '%s and the deletion of its organization or its sender do not wait for each other',
  async (_, prepare) => {
    for (const kind of ['organization', 'user'] as const) {
      const { member, organization } = await createTeam(db)
      const change = await prepare(member)
      await deleteWhile(connection, { kind, id: kind === 'user' ? member.userId : organization.id }, change)
    }
    expect.hasAssertions()
  },
)
