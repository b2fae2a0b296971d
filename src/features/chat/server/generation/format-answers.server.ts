import { and, eq, isNull } from 'drizzle-orm'
import type { OpenDatabase } from '@plinth/core/database/server'
import { defineJob } from '@plinth/core/jobs/server'
import type { Log } from '@plinth/core/server'
import { formatStored } from '@plinth/core/verb/server'
import { chatMessages } from '../chat.table.server.ts'

const BATCH = 20

type Formatting = { db: OpenDatabase['db']; log: Log; signal: AbortSignal }

/**
 * Parses the answers that are stored without their trees, or one of them. Idempotent; an answer that goes on
 * meanwhile is left for later. Returns the number of answers.
 */
export async function formatAnswers({ db, log, signal }: Formatting, id?: string): Promise<number> {
  const { threadId, parts, text } = chatMessages
  const isLeft = and(isNull(chatMessages.trees), eq(chatMessages.role, 'assistant'))
  let count = 0
  for (;;) {
    signal.throwIfAborted()
    const answers = await db
      .select({ threadId, id: chatMessages.id, parts, text })
      .from(chatMessages)
      .where(and(isLeft, id === undefined ? undefined : eq(chatMessages.id, id)))
      .limit(BATCH)
    for (const answer of answers) {
      const trees: string[] = []
      for (const part of answer.parts) {
        if (part.type !== 'text') continue
        const order = { text: part.text, kind: 'answer' as const, account: answer.threadId, log, signal }
        trees.push((await formatStored(order)).tree)
      }
      await db
        .update(chatMessages)
        .set({ trees })
        .where(
          and(isLeft, eq(threadId, answer.threadId), eq(chatMessages.id, answer.id), eq(text, answer.text)),
        )
    }
    count += answers.length
    if (id !== undefined || answers.length < BATCH) return count
  }
}

export const formatAnswersJob = defineJob({
  name: 'format-answers',
  cron: '*/5 * * * *',
  handler: async (job) => void (await formatAnswers(job)),
})
