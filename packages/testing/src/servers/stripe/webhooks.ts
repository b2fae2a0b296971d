import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { StripeEvent } from './stripe-state.ts'

/** The header Stripe-Signature, as the provider's library verifies it. */
export function signatureOf(body: string, secret: string, at = Math.floor(Date.now() / 1_000)): string {
  const digest = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  return `t=${at},v1=${digest}`
}

/** How events get lost on their way, or arrive in a way of their own. */
export type WebhookFaults = {
  /** Delays each event. */
  lateMs?: number
  doubled?: boolean
  /** Holds an event until the next has been sent. */
  reordered?: boolean
  lost?: boolean
}

type Target = { url: string; secret: string; faults: WebhookFaults }

const ATTEMPTS = 3
const ATTEMPT_AFTER_MS = 200

/** Posts one event. Returns the status of the answer; 0 without one. */
export async function postEvent(
  event: StripeEvent,
  { url, secret }: Omit<Target, 'faults'>,
): Promise<number> {
  const body = JSON.stringify(event)
  const headers = { 'content-type': 'application/json', 'stripe-signature': signatureOf(body, secret) }
  const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
  await answer?.arrayBuffer()
  return answer?.status ?? 0
}

/** Sends events as they come, with these faults. Returns what takes the next one, and what waits for all. */
export function openSending(target: () => Target | undefined) {
  const underWay = new Set<Promise<void>>()
  let held: StripeEvent | undefined

  async function send(event: StripeEvent, to: Target): Promise<void> {
    await pause(to.faults.lateMs ?? 0)
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const status = await postEvent(event, to)
      if (status >= 200 && status < 300) return
      await pause(ATTEMPT_AFTER_MS * 2 ** attempt)
    }
  }

  function track(work: Promise<void>): void {
    const tracked = work.finally(() => underWay.delete(tracked))
    underWay.add(tracked)
  }

  return {
    take(event: StripeEvent): void {
      const to = target()
      if (!to || to.faults.lost) return
      if (to.faults.reordered && !held) {
        held = event
        return
      }
      const events = [event, ...(to.faults.doubled ? [event] : []), ...(held ? [held] : [])]
      held = undefined
      for (const one of events) track(send(one, to))
    },
    async settled(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
