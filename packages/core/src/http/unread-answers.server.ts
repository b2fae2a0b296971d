import type { ServerResponse } from 'node:http'
import { Shares, type Share } from './shares.server.ts'

const ALL_MAX_BYTES = 64 * 1024 * 1024
const LOOK_EVERY_MS = 250

/**
 * Bounds what this process holds of answers that their clients have not read. Returns a function that counts
 * an answer for its owner until it is over, in the bytes that the system has not taken yet. Beyond the limit
 * the largest one of the owner with most unread bytes ends with its connection.
 */
export function boundUnreadAnswers(total = ALL_MAX_BYTES): (answer: ServerResponse, owner: string) => void {
  const unread = new Shares({ total, retryAfterSeconds: 5 })
  const open = new Map<ServerResponse, Share>()
  const bytesOf = (answer: ServerResponse) => answer.socket?.writableLength ?? 0
  function measure(): void {
    // What has been read makes room first.
    for (const [answer, share] of open) share.set(Math.min(share.amount, bytesOf(answer)))
    for (const [answer, share] of open) share.set(bytesOf(answer))
  }
  let timer: NodeJS.Timeout | undefined
  return (answer, owner) => {
    // What the answers before it left, before it adds its own.
    measure()
    if (answer.closed) return
    const share = unread.enter(owner, 0, () => answer.socket?.destroy())
    open.set(answer, share)
    // Streams grow without a new answer.
    timer ??= setInterval(measure, LOOK_EVERY_MS).unref()
    answer.once('close', () => {
      share.leave()
      open.delete(answer)
      if (open.size > 0) return
      clearInterval(timer)
      timer = undefined
    })
  }
}
