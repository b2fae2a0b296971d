import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { FLOOR_BYTES_PER_SECOND } from './body-chunks.server.ts'

// Longer than the patience of `bodyChunks`, whose answer says what was wrong.
const BODY_SECONDS = 20
// Keep-alive and the headers of the next request together, which have limits of their own.
const IDLE_SECONDS = 90

type Phase = 'body' | 'answer' | 'idle'
type Client = {
  request?: IncomingMessage
  response?: ServerResponse
  phase?: Phase
  secondsLeft: number
  bytesRead: number
}
const patience: Record<Phase, number> = { body: BODY_SECONDS, answer: Infinity, idle: IDLE_SECONDS }

function phaseOf({ request, response }: Client): Phase {
  if (request && !request.complete) return 'body'
  return response && !response.closed ? 'answer' : 'idle'
}

/** Whether the client waits for us: what it has sent is not read yet. After the answer nobody will. */
const isOurTurn = ({ request, response }: Client) =>
  request !== undefined && request.readableLength > 0 && response?.writableFinished === false

/**
 * Ends the connection of every client that keeps the server waiting: for a body, read by whom or thrown away,
 * that arrives at less than 1 KB per second, or for whole headers after an answer. Unlike Node's
 * requestTimeout it lets a large body take the time that it needs. Counts checks instead of the time, so that
 * a process that stood still ends nobody's request.
 */
export function endSlowClients(server: Server, secondMs = 1000): void {
  const clients = new Map<Socket, Client>()
  server.on('connection', (socket: Socket) => {
    clients.set(socket, { secondsLeft: IDLE_SECONDS, bytesRead: 0 })
    socket.on('close', () => clients.delete(socket))
  })
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    clients.set(socket, { request, response, secondsLeft: BODY_SECONDS, bytesRead: socket.bytesRead })
  })
  function check(socket: Socket, client: Client): void {
    const phase = phaseOf(client)
    if (phase !== client.phase) Object.assign(client, { phase, secondsLeft: patience[phase] })
    const paid = phase === 'body' ? (socket.bytesRead - client.bytesRead) / FLOOR_BYTES_PER_SECOND : 0
    client.bytesRead = socket.bytesRead
    if (isOurTurn(client)) return
    client.secondsLeft = Math.min(patience[phase], client.secondsLeft - 1 + paid)
    if (client.secondsLeft <= 0) socket.destroy()
  }
  const timer = setInterval(() => {
    for (const [socket, client] of clients) check(socket, client)
  }, secondMs)
  timer.unref()
  server.on('close', () => clearInterval(timer))
}
