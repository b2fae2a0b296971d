import { once } from 'node:events'
import { lookup, Resolver } from 'node:dns/promises'
import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopbackHost } from '#/lib/loopback.ts'
import { isPublicAddress } from './public-address.server.ts'

/** Answers such as 103, which come before the final one. */
const INTERIM_MAX = 10
const RESOLVER_TIMEOUT_MS = 3_000

export type Address = { address: string; family: number }

export type Network = {
  /** Whether this machine's own addresses are allowed, and http to them. */
  allowsLoopback: boolean
  /** Returns the addresses of a host. Only tests change it. */
  resolve?: (host: string) => Promise<readonly Address[]>
}

type Sent = { method: 'GET' | 'POST'; headers: OutgoingHttpHeaders; body?: string; signal: AbortSignal }

/** The connection may not go to every address of the host. */
export class PrivateAddress extends Error {}
export class UnknownHost extends Error {}

/**
 * Sends a request to a URL that somebody else has chosen: only to public addresses, to one of those that were
 * checked, and without following a redirect. The port is free: within TLS, no other protocol understands a
 * request. Resolves with the start of the response. Throws PrivateAddress, UnknownHost, and what Node throws.
 */
export async function requestPublic(url: string, sent: Sent, network: Network): Promise<IncomingMessage> {
  const target = new URL(url)
  return start(target, await checkedAddresses(target, { ...network, signal: sent.signal }), sent)
}

/** Resolves the host once. */
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
  if (addresses.length === 0 || !addresses.every(isAllowed)) throw new PrivateAddress()
  return addresses
}

/**
 * Asks the name servers by itself. The system's own lookup would hold one of the few threads that the
 * application's other lookups need, for as long as a stranger's name server likes.
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

/** An agent of its own knows no proxy and keeps no connection. */
async function start(
  url: URL,
  addresses: readonly Address[],
  { method, headers, body, signal }: Sent,
): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http
  const sent = request(url, { method, agent: false, headers, signal, lookup: answerWith(addresses) })
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

/** Reads chunks of the response until there are that many bytes, and then hangs up. */
export async function readStart(
  response: IncomingMessage,
  { chunks, maxBytes }: { chunks: Buffer[]; maxBytes: number },
): Promise<void> {
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    // Leaving the loop ends the connection.
    if (bytes >= maxBytes) return
  }
}

/** For work that can't be aborted, such as asking the resolver. */
async function withinLimit<Result>(work: Promise<Result>, limit: AbortSignal): Promise<Result> {
  limit.throwIfAborted()
  const aborted = new Promise<never>((_, reject) => {
    limit.addEventListener('abort', () => reject(limit.reason as Error), { once: true })
  })
  return Promise.race([work, aborted])
}
