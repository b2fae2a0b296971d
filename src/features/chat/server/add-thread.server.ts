import type { UIMessage } from 'ai'
import { eq } from 'drizzle-orm'
import type { Transaction } from '@plinth/core/database/server'
import { translateTo } from '@plinth/core/server'
import { languages } from '#/languages.ts'
import { createId } from '@plinth/core/schema'
import { detectLanguage } from '#/lib/text-language.ts'
import type { ChatPage } from '../chat-pages.ts'
import { builtInInfo } from './built-in/built-in-model.server.ts'
import { wordQuotes } from './built-in/quotes.server.ts'
import { chatGenerations, chatMessages, chatThreads } from './chat.table.server.ts'
import { titleOf } from './generation/store-message.server.ts'
import type { CitedPassage } from './passages.server.ts'

type Answered = { text: string } & (
  | { passages: readonly CitedPassage[] }
  | { tool: string; input: Record<string, unknown>; output: unknown; answer: string }
)

type NewThread = {
  workspace: { organizationId: string | null; ownerId: string | null }
  createdById: string
  page: ChatPage
  /** Defaults to the first message. */
  title?: string | undefined
  at: Date
  turns: readonly Answered[]
}

const SECONDS_PER_MESSAGE = 20

/**
 * Inserts a conversation with the built-in model as if it had taken place, with the parts and the wording the
 * model would produce. Checks no limits and no authorization: only for our own texts, such as the demo's.
 */
export async function addThread(
  tx: Transaction,
  { workspace, createdById, page, at, turns, title = titleOf(turns[0]?.text ?? '') }: NewThread,
): Promise<void> {
  const id = createId(at.getTime())
  await tx
    .insert(chatThreads)
    .values({ id, ...workspace, createdById, page, title, createdAt: at, updatedAt: at })
  let headId: string | null = null
  let seconds = 0
  for (const turn of turns) {
    const sentAt = new Date(at.getTime() + (seconds += SECONDS_PER_MESSAGE) * 1000)
    const answeredAt = new Date(at.getTime() + (seconds += SECONDS_PER_MESSAGE) * 1000)
    const [messageId, answerId] = [createId(sentAt.getTime()), createId(answeredAt.getTime())]
    const message = { threadId: id, id: messageId, parentId: headId, role: 'user', text: turn.text } as const
    await tx
      .insert(chatMessages)
      .values({ ...message, parts: [{ type: 'text', text: turn.text }], createdAt: sentAt })
    await tx.insert(chatGenerations).values({
      id: answerId,
      threadId: id,
      userMessageId: messageId,
      userId: createdById,
      model: builtInInfo,
      state: 'done',
      holder: 'demo',
      leaseUntil: answeredAt,
      createdAt: sentAt,
      endedAt: answeredAt,
    })
    const { parts, text } = answerTo(turn)
    await tx.insert(chatMessages).values({
      threadId: id,
      id: answerId,
      parentId: messageId,
      role: 'assistant',
      parts,
      text,
      createdAt: answeredAt,
    })
    headId = answerId
  }
  await tx.update(chatThreads).set({ headId, updatedAt: at }).where(eq(chatThreads.id, id))
}

type Answer = { parts: UIMessage['parts']; text: string }

function answerTo(turn: Answered): Answer {
  if ('passages' in turn) {
    const items = [...turn.passages]
    const detected = detectLanguage(turn.text)
    const t = translateTo(languages.find((language) => language === detected) ?? 'en')
    const text = wordQuotes(turn.text, { items, confidence: 'answer' }, t)
    const sources = items.map(({ heading: _, ...passage }, index) => ({
      ...({ type: 'source-document', mediaType: 'text/plain' } as const),
      sourceId: String(index + 1),
      title: passage.name,
      filename: passage.name,
      providerMetadata: { passage },
    }))
    const found = { type: 'data-retrieval', data: { confidence: 'answer', passages: items.length } } as const
    return { parts: [found, ...sources, { type: 'step-start' }, { type: 'text', text, state: 'done' }], text }
  }
  const { tool, input, output, answer: text } = turn
  const call = {
    type: `tool-${tool}`,
    toolCallId: `call-${createId()}`,
    state: 'output-available',
    input,
    output,
  } as const
  return {
    parts: [{ type: 'step-start' }, call, { type: 'step-start' }, { type: 'text', text, state: 'done' }],
    text,
  }
}
