// The official client of the Model Context Protocol judges the OAuth server: it does everything but the
// user's consent.
import { beforeAll, describe, expect, test } from 'vitest'
import type { HttpClient } from '@plinth/testing/http-client.ts'
import { openApp, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { signUp } from '@plinth/testing/http/users.ts'
import { installJudges, type Judges } from '@plinth/testing/install-judges.ts'
import { oauthClient } from './oauth-client.ts'
import { REDIRECT } from './oauth-program.ts'

const installed = installJudges('connections', { '@modelcontextprotocol/client': '2.4.0' })

type Stored = {
  clientInformation?: unknown
  tokens?: { access_token: string }
  verifier?: string
  asked?: URL
  discovered?: unknown
}

describe.skipIf(!installed)('judged by the official client', () => {
  const judges = installed as Judges
  let app: AppUnderTest
  let ada: HttpClient
  beforeAll(async () => {
    app = await openApp()
    ada = (await signUp(app)).client
  })

  async function loadClient() {
    const file = judges.urlOf('@modelcontextprotocol/client/dist/index.mjs')
    return (await import(/* @vite-ignore */ file)) as OfficialClient
  }

  /** What an app stores of its connection. It asks for no scopes, so the client asks for all there are. */
  function providerOf(stored: Stored) {
    return {
      redirectUrl: REDIRECT,
      clientMetadata: { client_name: 'Judge', redirect_uris: [REDIRECT] },
      state: () => 'a-state',
      clientInformation: () => stored.clientInformation,
      saveClientInformation: (given: unknown) => void (stored.clientInformation = given),
      tokens: () => stored.tokens,
      saveTokens: (given: Stored['tokens']) => void (stored.tokens = given),
      redirectToAuthorization: (url: URL) => void (stored.asked = url),
      saveCodeVerifier: (given: string) => void (stored.verifier = given),
      codeVerifier: () => stored.verifier,
      saveDiscoveryState: (given: unknown) => void (stored.discovered = given),
      discoveryState: () => stored.discovered,
      invalidateCredentials: () => void (stored.tokens = undefined),
    }
  }

  test('goes from 401 by discovery, registration, consent and token to a tool call, refreshes, and ends at 401', async () => {
    const { Client, StreamableHTTPClientTransport } = await loadClient()
    const oauth = oauthClient(app)
    const stored: Stored = {}
    const transport = () =>
      new StreamableHTTPClientTransport(new URL(oauth.resource), { authProvider: providerOf(stored) })
    const newClient = () => new Client({ name: 'judge', version: '1' })

    const first = transport()
    await expect(newClient().connect(first)).rejects.toThrow(/unauthorized/i)
    const { asked } = stored
    if (!asked) throw new Error('The client sent nobody to a page')
    expect(asked.searchParams.get('resource')).toBe(oauth.resource)
    const answer = await ada.get(asked.pathname + asked.search, { headers: { accept: 'text/html' } })
    const page = new URL(answer.headers.get('location') ?? '', app.url)
    const consent = await oauth.answerConsent(ada, page)
    const { url } = (await consent.json()) as { url: string }
    await first.finishAuth(new URL(url).searchParams)
    expect(stored.tokens?.access_token).toMatch(/^plinth_app_/)

    const client = newClient()
    await client.connect(transport())
    const call = () => client.callTool({ name: 'account_read', arguments: {} })
    expect(await call()).toMatchObject({ content: [{ type: 'text' }] })

    const used = stored.tokens?.access_token
    stored.tokens = { ...stored.tokens, access_token: 'plinth_app_expired' }
    expect(await call()).toMatchObject({ content: [{ type: 'text' }] })
    expect(stored.tokens.access_token).not.toBe(used)

    const listed = (await (await ada.get('/api/trpc/connectedApps.list')).json()) as Listed
    const [connection] = listed.result.data.json.items
    expect(connection?.name).toBe('Judge')
    await ada.post('/api/trpc/connectedApps.disconnect', { json: { id: connection?.id } })
    stored.asked = undefined
    await expect(call()).rejects.toThrow(/unauthorized/i)
    expect(stored.asked, 'the client asks its user again').toBeDefined()
    await client.close()
  })
})

type Listed = { result: { data: { json: { items: { id: string; name: string }[] } } } }
type OfficialClient = {
  Client: new (info: { name: string; version: string }) => {
    connect(transport: object): Promise<void>
    callTool(call: { name: string; arguments: object }): Promise<{ content: unknown }>
    close(): Promise<void>
  }
  StreamableHTTPClientTransport: new (
    url: URL,
    options: object,
  ) => { finishAuth(answer: URLSearchParams | string): Promise<void> }
}
