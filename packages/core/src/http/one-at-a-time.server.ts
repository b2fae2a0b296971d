import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { nodeOf } from './node-of.server.ts'

type Fetch = (request: Request) => Promise<Response> | Response
type Waiting = { request: Request; answer: ServerResponse; begin: (response: ReturnType<Fetch>) => void }

// Browsers don't send a request before the answer to the last one, and neither do proxies.
const WAITING_MAX = 16

/**
 * Runs the requests of one connection one after the other: the next begins when the system has taken all of
 * the answer before it, so a connection holds one answer at most. Ends a connection on which more than 16
 * wait. Requests of a connection that is gone never run.
 */
export function oneAtATime(fetch: Fetch): Fetch {
  const lines = new WeakMap<Socket, Waiting[]>()
  function run(socket: Socket, { request, answer }: Omit<Waiting, 'begin'>): ReturnType<Fetch> {
    answer.once('close', () => runNext(socket))
    return fetch(request)
  }
  function runNext(socket: Socket): void {
    const line = lines.get(socket)
    const next = line?.shift()
    if (next && socket.writable) return next.begin(run(socket, next))
    lines.delete(socket)
    for (const { begin } of next ? [next, ...(line ?? [])] : []) begin(readByNobody())
  }
  return (request) => {
    const node = nodeOf(request)
    if (!node) return fetch(request)
    const { res: answer } = node
    const { socket } = node.req
    const line = lines.get(socket)
    if (line && line.length >= WAITING_MAX) socket.destroy()
    if (!socket.writable) return readByNobody()
    if (line) return new Promise((begin) => line.push({ request, answer, begin }))
    lines.set(socket, [])
    return run(socket, { request, answer })
  }
}

const readByNobody = () => new Response(null, { status: 503 })
