import { once } from 'node:events'
import { lookup, Resolver } from 'node:dns/promises'
import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopbackHost } from '#/lib/loopback.ts'
import type { DeliveryProblem } from '../webhooks.ts'
import { isPublicAddress } from './public-address.server.ts'

export const ANSWER_MAX_BYTES = 16_384
const TIMEOUT_MS = 10_000
/** Answers such as 103, which come before the final one. */
const INTERIM_MAX = 10
const RESOLVER_TIMEOUT_MS = 3_000

export type Address = { address: string; family: number }

export type Network = {
  /** Whether this machine's own addresses are allowed, and http to them. */
  allowsLoopback: boolean
  /** Returns the addresses of a host. Only tests change it. */
  resolve?: (host: string) => Promise<readonly Address[]>
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

class Refused extends Error {}
class UnknownHost extends Error {}

/**
 * Posts to a URL that a customer has chosen: only to public addresses, to one of those that were checked, and
 * without following a redirect. The port is free: within TLS, no other protocol understands a request.
 * Throws only if `signal` is aborted.
 */
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
    const target = new URL(url)
    const addresses = await checkedAddresses(target, { ...network, signal: limit })
    const response = await startPost(target, addresses, { headers, body, signal: limit })
    got.status = response.statusCode ?? 0
    await readStart(response, got.chunks)
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

/** Resolves the host once. Throws Refused unless the connection may go to every address. */
async function checkedAddresses(
  { protocol, hostname }: URL,
  {
    allowsLoopback,
    resolve = (host) => resolveName(host, signal),
    signal,
  }: Network & { signal: AbortSignal },
): Promise<readonly Address[]> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const isLoopback = (address: string) => allowsLoopback && isLoopbackHost(address)
  // A name of this machine is in its own list of hosts.
  const find = isLoopbackHost(host) ? () => lookup(host, { all: true }) : () => resolve(host)
  const addresses = family === 0 ? await withinLimit(find(), signal) : [{ address: host, family }]
  const isAllowed = ({ address }: Address) =>
    isLoopback(address) || (protocol === 'https:' && isPublicAddress(address))
  if (addresses.length === 0 || !addresses.every(isAllowed)) throw new Refused()
  return addresses
}

/**
 * Asks the name servers by itself. The system's own lookup would hold one of the few threads that the
 * application's other lookups need, for as long as a customer's name server likes. Throws UnknownHost.
 */
async function resolveName(host: string, signal: AbortSignal): Promise<Address[]> {
  const resolver = new Resolver({ timeout: RESOLVER_TIMEOUT_MS, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    if (addresses.length === 0) throw new UnknownHost()
    return addresses.map((address) => ({ address, family: isIP(address) }))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** Resolves with the start of the response. An agent of its own knows no proxy and keeps no connection. */
async function startPost(
  url: URL,
  addresses: readonly Address[],
  { headers, body, signal }: Posted,
): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http
  const sent = request(url, { method: 'POST', agent: false, headers, signal, lookup: answerWith(addresses) })
  // What happens after the response has begun is an error of the response too.
  sent.on('error', () => {})
  const end = (why: string) => sent.destroy(new Error(why))
  // Without a listener, Node reports neither a response nor an error.
  sent.on('upgrade', (_response, socket) => {
    socket.destroy()
    sent.emit('error', new Error('The receiver changed the protocol'))
  })
  let interim = 0
  sent.on('information', () => ++interim > INTERIM_MAX && end('The receiver sends interim answers only'))
  sent.end(body)
  const [response] = (await once(sent, 'response', { signal })) as [IncomingMessage]
  return response
}

/** Answers the connection's own question for the host with the addresses that were checked. */
const answerWith =
  (addresses: readonly Address[]): LookupFunction =>
  (_host, { all }, callback) => {
    const [first] = addresses
    if (all || !first) callback(null, [...addresses])
    else callback(null, first.address, first.family)
  }

async function readStart(response: IncomingMessage, chunks: Buffer[]): Promise<void> {
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    // Leaving the loop ends the connection.
    if (bytes >= ANSWER_MAX_BYTES) return
  }
}

/** As it can be stored and shown. */
const textOf = (bytes: Buffer) =>
  new TextDecoder().decode(bytes.subarray(0, ANSWER_MAX_BYTES)).replaceAll('\u0000', '\uFFFD')

/** For work that can't be aborted, such as asking the resolver. */
async function withinLimit<Result>(work: Promise<Result>, limit: AbortSignal): Promise<Result> {
  limit.throwIfAborted()
  const aborted = new Promise<never>((_, reject) => {
    limit.addEventListener('abort', () => reject(limit.reason as Error), { once: true })
  })
  return Promise.race([work, aborted])
}

function problemOfStatus(status: number): DeliveryProblem | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'status'
}

function problemOf(error: unknown): DeliveryProblem {
  if (error instanceof Refused) return 'privateAddress'
  const { code = '' } = error as { code?: string }
  if (error instanceof UnknownHost || code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknownHost'
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EADDRNOTAVAIL)$/.test(code)) return 'unreachable'
  return /CERT|SSL|TLS|SIGNATURE|EPROTO/.test(code) ? 'certificate' : 'brokenAnswer'
}
