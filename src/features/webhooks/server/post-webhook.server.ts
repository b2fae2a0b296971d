import type { OutgoingHttpHeaders } from 'node:http'
import {
  type Network as PublicNetwork,
  PrivateAddress,
  UnknownHost,
  readStart,
  requestPublic,
} from '@plinth/core/server'
import type { DeliveryProblem } from '../webhooks.ts'

export const ANSWER_MAX_BYTES = 16_384
const TIMEOUT_MS = 10_000

export type Network = PublicNetwork & {
  /** Only tests change it. */
  timeoutMs?: number
}

export type Posted = { headers: OutgoingHttpHeaders; body: string; signal: AbortSignal }

/** An attempt. `problem` is null if it succeeded: a status from 200 to 299 and a complete answer in time. */
export type Attempt = {
  problem: DeliveryProblem | null
  status: number | null
  /** The start of the answer. */
  answer: string | null
  durationMs: number
}

/** Posts to a URL that a customer has chosen. Throws only if `signal` is aborted. */
export async function postWebhook(
  url: string,
  { headers, body, signal }: Posted,
  { timeoutMs = TIMEOUT_MS, ...network }: Network,
): Promise<Attempt> {
  const startedAt = performance.now()
  const got: { status: number | null; chunks: Buffer[] } = { status: null, chunks: [] }
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  let problem: DeliveryProblem | null
  try {
    const response = await requestPublic(url, { method: 'POST', headers, body, signal: limit }, network)
    got.status = response.statusCode ?? 0
    await readStart(response, { chunks: got.chunks, maxBytes: ANSWER_MAX_BYTES })
    problem = problemOfStatus(got.status)
  } catch (error) {
    signal.throwIfAborted()
    problem = limit.aborted ? 'timeout' : problemOf(error)
  }
  return {
    problem,
    status: got.status,
    answer: got.status === null ? null : textOf(Buffer.concat(got.chunks)),
    durationMs: Math.round(performance.now() - startedAt),
  }
}

/** As it can be stored and shown. */
const textOf = (bytes: Buffer) =>
  new TextDecoder().decode(bytes.subarray(0, ANSWER_MAX_BYTES)).replaceAll('\u0000', '\uFFFD')

function problemOfStatus(status: number): DeliveryProblem | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'status'
}

function problemOf(error: unknown): DeliveryProblem {
  if (error instanceof PrivateAddress) return 'privateAddress'
  const { code = '' } = error as { code?: string }
  if (error instanceof UnknownHost || code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknownHost'
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EADDRNOTAVAIL)$/.test(code)) return 'unreachable'
  return /CERT|SSL|TLS|SIGNATURE|EPROTO/.test(code) ? 'certificate' : 'brokenAnswer'
}
