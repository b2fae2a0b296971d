import { wordsOf, type ChatMessage } from './chat-message.ts'

/** A thousand characters of Markdown take the server 5 ms and more, in which it answers nobody else. */
const DRAWN_FIRST_MAX_LENGTH = 20_000

/** The newest messages of a thread, as many as can be drawn as Markdown before its page is sent. */
export function drawnFirst(messages: readonly ChatMessage[]): ReadonlySet<ChatMessage> {
  const drawn = new Set<ChatMessage>()
  let length = 0
  for (const message of messages.toReversed()) {
    if (message.role === 'assistant') length += wordsOf(message).length
    if (length > DRAWN_FIRST_MAX_LENGTH) break
    drawn.add(message)
  }
  return drawn
}
