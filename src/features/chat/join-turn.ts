import type { ChatMessage } from './chat-message.ts'

/**
 * What stands before a turn and the turn itself as one row of messages. An answer that goes on after an
 * approval comes once more from its beginning: it takes the place of what is known of it when it has caught
 * up.
 */
export function joinTurn(base: readonly ChatMessage[], live: readonly ChatMessage[]): readonly ChatMessage[] {
  const known = new Set(base.map(({ id }) => id))
  const going = new Map(
    live.filter(({ role }) => role === 'assistant').map((message) => [message.id, message]),
  )
  return [
    ...base.map((message) => newerOf(message, going.get(message.id))),
    ...live.filter(({ id }) => !known.has(id)),
  ]
}

function newerOf(before: ChatMessage, after: ChatMessage | undefined): ChatMessage {
  const calls = new Set(after?.parts.flatMap((part) => (part.kind === 'tool' ? [part.callId] : [])))
  const hasCaughtUp = before.parts.every((part) => part.kind !== 'tool' || calls.has(part.callId))
  return after && hasCaughtUp && after.parts.length >= before.parts.length ? after : before
}
