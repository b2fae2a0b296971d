import { z } from 'zod'
import { AppError } from '#/lib/app-error.ts'
import { findUnstorable } from '#/lib/safe-text.ts'
import { MESSAGE_MAX_LENGTH } from '#/features/chat/chat-limits.ts'
import { fieldsOf } from '#/features/chat/chat-message.ts'
import type { ChatPage } from '#/features/chat/chat-pages.ts'
import { chatId } from '#/features/chat/chat.schema.ts'

type Target = {
  threadId: string
  page: ChatPage
  /** The model to answer; without one, the usual one. */
  modelId?: string
}

/** A message of the user; with `replaces` a new version of that stored one, which is kept beside it. */
export type NewMessage = Target & { kind: 'send'; messageId: string; text: string; replaces?: string }
/** Another answer; `messageId` is the answer to replace, or its user message; without one, the last. */
export type Regenerate = Target & { kind: 'regenerate'; messageId?: string }
type ApprovalResponse = { approvalId: string; approved: boolean }
export type ApprovalResponses = { kind: 'approvals'; threadId: string; responses: ApprovalResponse[] }
export type ChatRequest = NewMessage | Regenerate | ApprovalResponses

// More than a thread can hold, so that a client which sends everything it has is served.
const MESSAGES_SENT_MAX = 1_000
const PARTS_MAX = 1_000
const RESPONSES_MAX = 20

/** Counted before its items are looked at: a hundred thousand wrong ones would make as many issues. */
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
 * Reads the body that the AI SDK's client sends to a stored conversation. Only its last message counts,
 * because the history is ours. Throws ZodError, or AppError invalid with its field.
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
    // Wrong parts of all messages would make too many issues together; of the last one they are checked.
    z.object({ role: z.enum(['user', 'assistant']), parts: z.array(z.unknown()).max(PARTS_MAX) }),
    MESSAGES_SENT_MAX,
  ),
  model: modelId,
})

/**
 * Reads the body of the temporary chat, whose history is the client's: the text of its messages, of which the
 * last one is the user's and holds nothing but text. Throws ZodError, or AppError invalid.
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

/** The text of a user message, which says something and can be stored. Throws AppError invalid. */
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
