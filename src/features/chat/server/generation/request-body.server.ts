import { z } from 'zod'
import { AppError } from '@plinth/core/verb/server'
import { findUnstorable } from '@plinth/core/schema'
import { MESSAGE_MAX_LENGTH } from '#/features/chat/chat-limits.ts'
import { fieldsOf } from '#/features/chat/chat-message.ts'
import type { ChatPage } from '#/features/chat/chat-pages.ts'
import { chatId } from '#/features/chat/chat.schema.ts'

type Target = {
  threadId: string
  page: ChatPage
  /** The model that answers; undefined for the default one. */
  modelId?: string
}

/** A user message; with `replaces`, a new version of that stored message, which is kept. */
export type NewMessage = Target & { kind: 'send'; messageId: string; text: string; replaces?: string }
/** Requests another answer. `messageId`: the answer to replace or its user message; the last by default. */
export type Regenerate = Target & { kind: 'regenerate'; messageId?: string }
type ApprovalResponse = { approvalId: string; approved: boolean }
export type ApprovalResponses = { kind: 'approvals'; threadId: string; responses: ApprovalResponse[] }
export type ChatRequest = NewMessage | Regenerate | ApprovalResponses

// More than a thread can hold, so that a client may send its whole history.
const MESSAGES_SENT_MAX = 1_000
const PARTS_MAX = 1_000
const RESPONSES_MAX = 20

/** A list whose length is checked before its items: 100,000 invalid items would create as many issues. */
const listOf = <Item extends z.ZodType>(item: Item, max: number) =>
  z.array(z.unknown()).min(1).max(max).pipe(z.array(item))

const sentMessage = z.object({
  id: chatId,
  role: z.string(),
  parts: z
    .array(z.unknown())
    .max(PARTS_MAX)
    .pipe(z.array(z.looseObject({ type: z.string() }))),
})
const modelId = z.string().min(1).max(200).optional()
const storedBody = z.object({
  id: chatId,
  messages: listOf(z.unknown(), MESSAGES_SENT_MAX),
  trigger: z.enum(['submit-message', 'regenerate-message']).default('submit-message'),
  messageId: chatId.optional(),
  model: modelId,
})
const approvalPart = z.object({
  state: z.literal('approval-responded'),
  approval: z.object({ id: chatId, approved: z.boolean() }),
})

/**
 * Parses the body that the AI SDK's client sends for a stored conversation. Uses only its last message,
 * because the history is stored here. Throws ZodError, or AppError invalid with its field.
 */
export function readChatRequest(sent: unknown, page: ChatPage): ChatRequest {
  const { id: threadId, messages, trigger, messageId, model } = storedBody.parse(sent)
  const target = { threadId, page, modelId: model }
  if (trigger === 'regenerate-message') return { ...target, kind: 'regenerate', messageId }
  const { id, role, parts } = sentMessage.parse(messages.at(-1))
  if (role === 'assistant') return { kind: 'approvals', threadId, responses: responsesIn(parts) }
  if (role !== 'user') throw onlyUser()
  return { ...target, kind: 'send', messageId: id, text: textOf(parts), replaces: messageId }
}

const temporaryBody = z.object({
  messages: listOf(
    // Only the parts of the last message are validated: those of all messages could create too many issues.
    z.object({ role: z.enum(['user', 'assistant']), parts: z.array(z.unknown()).max(PARTS_MAX) }),
    MESSAGES_SENT_MAX,
  ),
  model: modelId,
})

/**
 * Parses the body of the temporary chat, whose history the client keeps, and returns the text of its
 * messages. The last one must be a user message with nothing but text. Throws ZodError, or AppError invalid.
 */
export function readTemporaryRequest(sent: unknown) {
  const { messages, model } = temporaryBody.parse(sent)
  const last = messages.at(-1)
  if (last?.role !== 'user') throw onlyUser()
  const texts = messages.map(({ role, parts }) => ({
    role,
    parts: parts
      .map(fieldsOf)
      .flatMap(({ type, text }) =>
        type === 'text' && typeof text === 'string' ? [{ type: 'text' as const, text }] : [],
      ),
  }))
  return { messages: texts, text: textOf(sentMessage.shape.parts.parse(last.parts)), modelId: model }
}

const onlyUser = () => invalid('chat:errors.onlyUser')

function responsesIn(parts: readonly object[]): ApprovalResponse[] {
  const responses = parts.flatMap((part) => {
    const { data } = approvalPart.safeParse(part)
    return data ? [{ approvalId: data.approval.id, approved: data.approval.approved }] : []
  })
  if (responses.length === 0 || responses.length > RESPONSES_MAX) throw onlyUser()
  return responses
}

/**
 * Returns the text of a message. Throws AppError invalid if it is not text, empty, too long or unstorable.
 */
function textOf(parts: readonly { type: string; text?: unknown }[]): string {
  const texts = parts.map(({ type, text }) => {
    if (type !== 'text' || typeof text !== 'string') throw invalid('chat:errors.onlyText')
    return text
  })
  const text = texts.join('\n')
  if (text.trim() === '') throw invalid('errors:required')
  if (text.length > MESSAGE_MAX_LENGTH) throw invalid('errors:tooLong')
  if (findUnstorable(text) !== undefined) throw invalid('errors:invalidText')
  return text
}

const invalid = (code: string) => new AppError('invalid', code, { field: 'messages' })
