import { createHash, randomBytes } from 'node:crypto'
import type { HttpClient } from '@plinth/testing/http-client.ts'

// An app as strangers write it: plain requests over HTTP.

export const REDIRECT = 'http://127.0.0.1:7777/callback'

export type Registered = { client_id: string; client_name: string; redirect_uris: string[] }
export type Tokens = { access_token: string; refresh_token: string; scope: string; expires_in: number }

type Fields = Record<string, string>

const formOf = (fields: Fields, headers: Fields = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body: new URLSearchParams(fields).toString(),
})

type Application = {
  url: string
  /** What tokens are for. */
  resource: string
  beforeRegistration(): Promise<unknown>
}

/** Talks to the OAuth server of an application. */
export function oauthProgram({ url: appUrl, resource, beforeRegistration }: Application) {
  const oauth = `${appUrl}/api/auth/oauth2`

  const registration = (body: object) =>
    fetch(`${oauth}/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  async function register(body: object = {}): Promise<Registered> {
    await beforeRegistration()
    const answer = await registration({ client_name: 'Claude', redirect_uris: [REDIRECT], ...body })
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Registered
  }

  const verifier = randomBytes(32).toString('base64url')

  function authorizeUrl(clientId: string, changes: Record<string, string | undefined> = {}): string {
    const params = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: REDIRECT,
      scope: 'account:read',
      state: 'a-state',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      resource,
      ...changes,
    }
    const sent = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return `/api/auth/oauth2/authorize?${new URLSearchParams(sent)}`
  }

  /** What a browser gets for the URL that the app opens. */
  async function authorize(browser: HttpClient, clientId: string, changes = {}): Promise<URL> {
    const answer = await browser.get(authorizeUrl(clientId, changes), {
      headers: { accept: 'text/html' },
    })
    return new URL(answer.headers.get('location') ?? '/no-redirect', appUrl)
  }

  const answerConsent = (browser: HttpClient, page: URL, body: object = {}) =>
    browser.post('/api/auth/oauth2/consent', {
      accept: true,
      mayWrite: false,
      request: page.searchParams.get('request'),
      ...body,
    })

  /** Asks and consents. Returns the code. */
  async function codeFor(browser: HttpClient, clientId: string, { changes = {}, mayWrite = false } = {}) {
    const answer = await answerConsent(browser, await authorize(browser, clientId, changes), { mayWrite })
    const { url } = (await answer.json()) as { url?: string }
    if (!url) throw new Error(`The consent answered ${answer.status}`)
    return new URL(url).searchParams.get('code') ?? ''
  }

  const askForToken = (fields: Fields, headers?: Fields) => fetch(`${oauth}/token`, formOf(fields, headers))

  const exchangeOf = (clientId: string, code: string): Fields => ({
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    code_verifier: verifier,
    redirect_uri: REDIRECT,
    resource,
  })
  const exchange = (clientId: string, code: string, changes: Fields = {}) =>
    askForToken({ ...exchangeOf(clientId, code), ...changes })

  const refreshOf = (clientId: string, token: string): Fields => ({
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: token,
    resource,
  })
  const refresh = (clientId: string, token: string, changes: Fields = {}) =>
    askForToken({ ...refreshOf(clientId, token), ...changes })

  const revoke = (clientId: string, token: string) =>
    fetch(`${oauth}/revoke`, formOf({ client_id: clientId, token }))

  /** From the registration to tokens. */
  async function connect(browser: HttpClient, { scope = 'account:read', mayWrite = false, id = '' } = {}) {
    const clientId = id || (await register()).client_id
    const code = await codeFor(browser, clientId, { changes: { scope }, mayWrite })
    const tokens = (await (await exchange(clientId, code)).json()) as Tokens
    return { clientId, code, ...tokens }
  }

  /** Sends one message to the server of tools. */
  const ask = (token: string, method = 'tools/list', params: Record<string, unknown> = {}) =>
    fetch(resource, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': VERSION,
        'mcp-method': method,
        ...(typeof params.name === 'string' && { 'mcp-name': params.name }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } }),
    })

  async function statusOf(token: string): Promise<number> {
    const answer = await ask(token)
    await answer.body?.cancel()
    return answer.status
  }

  async function toolsOf(token: string): Promise<string[]> {
    const { result } = (await (await ask(token)).json()) as { result: { tools: { name: string }[] } }
    return result.tools.map(({ name }) => name)
  }

  return {
    resource,
    registration,
    register,
    authorizeUrl,
    authorize,
    answerConsent,
    codeFor,
    askForToken,
    exchangeOf,
    exchange,
    refreshOf,
    refresh,
    revoke,
    connect,
    ask,
    statusOf,
    toolsOf,
  }
}

const VERSION = '2026-07-28'
const envelope = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
