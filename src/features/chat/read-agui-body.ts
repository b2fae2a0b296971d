import { z } from 'zod'
import { AppError } from '#/lib/app-error.ts'
import type { ChatPage } from './chat-limits.ts'
import { chatId } from './chat.schema.ts'
import type { Ask, Regenerate } from './question.ts'
import { listOf, PARTS_MAX, sound } from './read-ui-body.ts'

const MESSAGES_SENT_MAX = 2_000

const body = z.object({
  threadId: chatId,
  runId: chatId,
  messages: listOf(z.looseObject({ role: z.string() }), MESSAGES_SENT_MAX).refine(
    (messages) => messages.length > 0,
  ),
  // What this application's own pages add to the protocol's body.
  forwardedProps: z
    .object({
      model: z.string().min(1).max(200).optional(),
      trigger: z.enum(['submit-message', 'regenerate-message']).optional(),
      messageId: chatId.optional(),
    })
    .default({}),
})
const textPart = z.object({ type: z.literal('text'), text: z.string() })
const question = z.object({ id: chatId, content: z.union([z.string(), listOf(textPart, PARTS_MAX)]) })
const toolMessage = z.object({ toolCallId: z.string().min(1).max(200), content: z.string().max(100_000) })

/** A word on tools, by the calls it is about. */
export type ToolWord = { toolCallId: string; approved: boolean }
export type AguiWish = { runId: string; threadId: string } & (
  | { question: Ask | Regenerate }
  | { words: ToolWord[] }
)

/**
 * Reads the AG-UI body that TanStack AI's own client sends: only what stands at its end counts, because the
 * history is ours. Throws ZodError, or AppError invalid with its field.
 */
export function readAguiBody(sent: unknown, page: ChatPage): AguiWish {
  const { threadId, runId, messages, forwardedProps } = body.parse(sent)
  const { model: modelId, trigger, messageId } = forwardedProps
  const asked = { threadId, page, modelId, wireId: runId }
  const last = messages.at(-1)
  if (trigger === 'regenerate-message')
    return { threadId, runId, question: { ...asked, kind: 'regenerate', messageId } }
  if (last?.role === 'tool') return { threadId, runId, words: wordsAtEnd(messages) }
  if (last?.role !== 'user') throw new AppError('invalid', 'chat:errors.onlyUser', { field: 'messages' })
  const { data } = question.safeParse(last)
  if (!data) throw new AppError('invalid', 'chat:errors.onlyText', { field: 'messages' })
  const text =
    typeof data.content === 'string' ? data.content : data.content.map((part) => part.text).join('\n')
  return {
    threadId,
    runId,
    question: { ...asked, kind: 'ask', messageId: data.id, text: sound(text), editOf: messageId },
  }
}

/** The client tells of a yes or a no by a result of the tool that says `approved`. */
function wordsAtEnd(messages: readonly { role: string }[]): ToolWord[] {
  const behind = messages.slice(messages.findLastIndex(({ role }) => role !== 'tool') + 1)
  const words = behind.flatMap((message) => {
    const { toolCallId, content } = toolMessage.parse(message)
    const approved = approvalIn(content)
    return approved === undefined ? [] : [{ toolCallId, approved }]
  })
  if (words.length === 0) throw new AppError('invalid', 'chat:errors.onlyUser', { field: 'messages' })
  return words
}

function approvalIn(content: string): boolean | undefined {
  try {
    return z.object({ approved: z.boolean() }).safeParse(JSON.parse(content)).data?.approved
  } catch {
    return undefined
  }
}
