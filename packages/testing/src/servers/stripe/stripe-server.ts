import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readForm } from './form.ts'
import { showPage } from './pages.ts'
import { advance, answerRequest, complete } from './requests.ts'
import { Refusal, StripeState, type StripeEvent } from './stripe-state.ts'
import { openSending, postEvent, type WebhookFaults } from './webhooks.ts'

/**
 * What becomes of a request: an answer of 429 or 500; none at all; or none after the provider has done it, as
 * when the connection is cut.
 */
export type ApiFault = 429 | 500 | 'silent' | 'answerLost'

export type StripeServer = {
  /** Where the application has to look for the provider. */
  url: string
  secretKey: string
  webhookSecret: string
  state: StripeState
  /** Every request with its answer, such as `POST /v1/customers 200`. */
  asked: string[]
  /** What happens to the next requests, one each; undefined for none. */
  faults: (ApiFault | undefined)[]
  /** Called when a request, such as `POST /v1/customers`, has been done, before its answer is sent. */
  whenDone: (request: string) => void | Promise<void>
  webhooks: {
    /** Where events are sent as they come; by default nowhere, and the test sends them. */
    url: string | undefined
    faults: WebhookFaults
  }
  /** Sends one event now. Returns the status of the answer. */
  send(event: StripeEvent, to: { url: string; secret?: string }): Promise<number>
  /** Waits for the events under way. */
  settled(): Promise<void>
  /** The customer pays at the page of a checkout. */
  pay(checkoutUrl: string): void
  /** Moves the provider's clock, with everything that is due until then. */
  advance(seconds: number): void
  close(): Promise<void>
}

type Kept = { request: string; status: number; body: string }

const RATE_LIMITED = {
  error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' },
}
const BROKEN = { error: { type: 'api_error', message: 'Something went wrong on our end.' } }

/**
 * A stand-in for the provider on loopback: API, pages, clock and webhooks, with its state, idempotency keys
 * and signatures, and with faults. The caller closes it.
 */
export async function startStripeServer(): Promise<StripeServer> {
  const state = new StripeState()
  const keys = new Map<string, Kept>()
  const sending = openSending(() => {
    const { url, faults } = server.webhooks
    return url === undefined ? undefined : { url, secret: server.webhookSecret, faults }
  })
  state.onEvent = (event) => sending.take(event)

  function answerApi(request: { method: string; path: string; body: string; key: string | undefined }): Kept {
    const { method, path, body, key } = request
    const asText = `${method} ${path} ${body}`
    const kept = key === undefined ? undefined : keys.get(key)
    if (kept && kept.request !== asText)
      return {
        request: asText,
        status: 400,
        body: JSON.stringify({
          error: {
            type: 'idempotency_error',
            message: 'Keys for idempotent requests can only be used with the same parameters.',
          },
        }),
      }
    if (kept) return kept
    const made = { request: asText, ...tryToAnswer({ method, path, body }) }
    if (key !== undefined && made.status < 500) keys.set(key, made)
    return made
  }

  function tryToAnswer(request: { method: string; path: string; body: string }) {
    try {
      const { form, path } =
        request.method === 'GET'
          ? { form: readForm(request.path.split('?')[1] ?? ''), path: request.path.split('?')[0] ?? '' }
          : { form: readForm(request.body), path: request.path }
      const answer = answerRequest(state, { method: request.method, path, form })
      return { status: 200, body: JSON.stringify(answer) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { status: error.status, body: JSON.stringify(error.body) }
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const { method = '', url: path = '' } = request
    if (!path.startsWith('/v1/')) return servePage({ method, path, body }, response)
    const json = (status: number, text: string) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_standin' })
        .end(text)
    const note = (what: number | string) =>
      void server.asked.push(`${method} ${path.split('?')[0]} ${String(what)}`)
    if (request.headers.authorization !== `Bearer ${server.secretKey}`)
      return void json(
        401,
        JSON.stringify({ error: { type: 'invalid_request_error', message: 'Invalid API Key' } }),
      )
    const fault = server.faults.shift()
    if (fault !== undefined) note(fault)
    if (fault === 'silent') return
    if (fault === 429 || fault === 500)
      return void json(fault, JSON.stringify(fault === 429 ? RATE_LIMITED : BROKEN))
    const key = request.headers['idempotency-key']?.toString()
    const answer = answerApi({ method, path, body, key })
    if (fault === 'answerLost') return void response.destroy()
    note(answer.status)
    await server.whenDone(`${method} ${path}`)
    json(answer.status, answer.body)
  }

  function servePage(
    { method, path, body }: { method: string; path: string; body: string },
    response: ServerResponse,
  ) {
    const shown = showPage(state, path, method === 'POST' ? new URLSearchParams(body).get('act') : null)
    if (!shown) return void response.writeHead(404).end()
    if ('to' in shown) return void response.writeHead(303, { location: shown.to }).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(shown.html)
  }

  const http = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  state.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const server: StripeServer = {
    url: state.url,
    secretKey: 'sk_test_standin',
    webhookSecret: 'whsec_standin',
    state,
    asked: [],
    faults: [],
    whenDone: () => {},
    webhooks: { url: undefined, faults: {} },
    send: (event, { url, secret = server.webhookSecret }) => postEvent(event, { url, secret }),
    settled: () => sending.settled(),
    pay: (checkoutUrl) => void complete(state, new URL(checkoutUrl).pathname.split('/').at(-1) ?? ''),
    advance(seconds) {
      state.aheadSeconds += seconds
      advance(state)
    },
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
  return server
}
