import { z } from 'zod'
import { AppError } from '#/lib/app-error.ts'
import { findUnstorable } from '#/lib/safe-text.ts'
import type { ChatPage } from './chat-limits.ts'
import { chatId, type DecideInput } from './chat.schema.ts'
import type { Question } from './question.ts'

// More than a thread can hold, so that a client which sends everything it has is served.
const MESSAGES_SENT_MAX = 1_000
export const PARTS_MAX = 1_000

/**
 * Counted before its items are looked at: a hundred thousand that are wrong would make as many complaints.
 */
export const listOf = <Item extends z.ZodType>(item: Item, max: number) =>
  z.array(z.unknown()).max(max).pipe(z.array(item))

const body = z.object({
  id: chatId,
  messages: z.array(z.unknown()).min(1).max(MESSAGES_SENT_MAX),
  trigger: z.enum(['submit-message', 'regenerate-message']).default('submit-message'),
  messageId: chatId.optional(),
  model: z.string().min(1).max(200).optional(),
})
const lastMessage = z.object({
  id: chatId,
  role: z.string(),
  parts: listOf(z.looseObject({ type: z.string() }), PARTS_MAX),
})
const answered = z.object({
  state: z.literal('approval-responded'),
  approval: z.object({ id: chatId, approved: z.boolean() }),
})

/** What the body of a chat request asks for. */
export type Wish = { question: Question } | { decide: DecideInput }

/**
 * Reads the body that the AI SDK's own client sends: of all its messages only the last one counts, because
 * the history is ours. Throws ZodError, or AppError invalid with its field.
 */
export function readUiBody(sent: unknown, page: ChatPage): Wish {
  const { id: threadId, messages, trigger, messageId, model: modelId } = body.parse(sent)
  const asked = { threadId, page, modelId }
  if (trigger === 'regenerate-message') return { question: { ...asked, kind: 'regenerate', messageId } }
  const message = lastMessage.parse(messages.at(-1))
  if (message.role === 'assistant') return { decide: { id: threadId, decisions: decisionsIn(message.parts) } }
  if (message.role !== 'user') throw new AppError('invalid', 'chat:errors.onlyUser', { field: 'messages' })
  return {
    question: {
      ...asked,
      kind: 'ask',
      messageId: message.id,
      text: textOf(message.parts),
      editOf: messageId,
    },
  }
}

function decisionsIn(parts: readonly object[]) {
  const decisions = parts.flatMap((part) => {
    const { data } = answered.safeParse(part)
    return data ? [{ approvalId: data.approval.id, approved: data.approval.approved }] : []
  })
  if (decisions.length === 0) throw new AppError('invalid', 'chat:errors.onlyUser', { field: 'messages' })
  return decisions
}

function textOf(parts: readonly { type: string; text?: unknown }[]): string {
  const texts = parts.map(({ type, text }) => {
    if (type !== 'text' || typeof text !== 'string')
      throw new AppError('invalid', 'chat:errors.onlyText', { field: 'messages' })
    return text
  })
  return sound(texts.join('\n'))
}

/** A text that says something and can be stored. Throws AppError invalid. */
export function sound(text: string): string {
  if (text.trim() === '') throw new AppError('invalid', 'errors:required', { field: 'messages' })
  if (findUnstorable(text) !== undefined)
    throw new AppError('invalid', 'errors:invalidText', { field: 'messages' })
  return text
}
