import { createHash, createSign, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { misbehave, type Lie } from './oauth-lies.ts'

export type { Lie } from './oauth-lies.ts'

export type ProviderUser = {
  id: number
  email: string
  emailVerified: boolean
  name: string
  otherEmails?: { email: string; verified: boolean }[]
  /** Further members of the ID token of Google and of Github's user, or others in place of the usual ones. */
  told?: Record<string, unknown>
}

/** A provider of the product's own, which speaks OAuth 2. */
export type OwnProvider = {
  /** With which its settings begin: `gitlab` has GITLAB_CLIENT_ID. */
  name: string
  tokenUrl: string
  /** What it tells of its user to whoever has the access token, by URL. */
  tells: Readonly<Record<string, (user: ProviderUser) => unknown>>
}

type Grant = { user: ProviderUser; nonce: string | null; challenge: string; redirectUri: string }
export type OAuthServer = {
  url: string
  /** The environment that makes an application call this server instead of the providers. */
  env: Record<string, string>
  /** The user who is signed in at the provider. */
  user: ProviderUser
  lie: Lie | undefined
  /** Every request of the application, such as `POST /oauth2.googleapis.com/token`. */
  asked: string[]
  /** Bytes sent of oversized responses. */
  pouredBytes: number
  /** Secrets that were issued: none may ever appear again. */
  handedOut: string[]
  /** Acts as a browser at the authorization URL: the user agrees. Returns the callback URL. */
  agree(authorizationUrl: string): URL
  close(): Promise<void>
}

const client = { id: 'stand-in-client', secret: 'stand-in-secret-9f2c' }
const base64 = (value: string | Buffer) => Buffer.from(value).toString('base64url')
const pathOf = (url: string) => `/${new URL(url).host}${new URL(url).pathname}`
const settingsOf = (name: string): Record<string, string> => ({
  [`${name.toUpperCase()}_CLIENT_ID`]: client.id,
  [`${name.toUpperCase()}_CLIENT_SECRET`]: client.secret,
})
const ISSUER = 'https://accounts.google.com'

/**
 * A provider on loopback that speaks like Google (OpenID Connect), Github (OAuth 2) and one of the product's
 * own, and can misbehave. It enforces PKCE, the client secret, the redirect URI and single use of a code. The
 * caller closes it.
 */
export async function startOAuthServer(own?: OwnProvider): Promise<OAuthServer> {
  const urls = own ? [own.tokenUrl, ...Object.keys(own.tells)] : []
  const tells = new Map(Object.entries(own?.tells ?? {}).map(([url, tell]) => [pathOf(url), tell]))
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const grants = new Map<string, Grant>()
  const tokens = new Map<string, ProviderUser>()

  function agree(authorizationUrl: string): URL {
    const asked = new URL(authorizationUrl)
    const query = asked.searchParams
    const google = asked.host === 'accounts.google.com'
    const back = new URL(query.get('redirect_uri') ?? '')
    if (query.get('client_id') !== client.id || query.get('response_type') !== 'code')
      throw new Error('Not an authorization request')
    if (query.get('code_challenge_method') !== 'S256' || !query.get('state'))
      throw new Error('An authorization request without PKCE or state')
    back.searchParams.set('state', server.lie === 'state' ? 'x'.repeat(32) : (query.get('state') ?? ''))
    if (google)
      back.searchParams.set('iss', server.lie === 'issuerParameter' ? 'https://evil.example' : ISSUER)
    if (server.lie === 'denied') {
      back.searchParams.set('error', 'access_denied')
      back.searchParams.set('error_description', 'Send your password to evil.example')
      return back
    }
    const code = randomUUID()
    server.handedOut.push(code)
    grants.set(code, {
      user: server.user,
      nonce: query.get('nonce'),
      challenge: query.get('code_challenge') ?? '',
      redirectUri: back.origin + back.pathname,
    })
    back.searchParams.set('code', code)
    return back
  }

  /** The grant of a code, if the application proves that the code is its own. */
  function redeem(form: URLSearchParams): Grant | undefined {
    const grant = grants.get(form.get('code') ?? '')
    grants.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isOurs = form.get('client_id') === client.id && form.get('client_secret') === client.secret
    return grant && isOurs && challenge === grant.challenge && form.get('redirect_uri') === grant.redirectUri
      ? grant
      : undefined
  }

  function idToken({ user, nonce }: Grant): string {
    const { lie } = server
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: lie === 'issuer' ? 'https://evil.example' : ISSUER,
      aud: lie === 'audience' ? 'another-client' : client.id,
      sub: `google-${user.id}`,
      email: user.email,
      email_verified: user.emailVerified,
      name: user.name,
      iat: now,
      exp: now + (lie === 'expired' ? -60 : 600),
      ...(lie !== 'noNonce' && nonce ? { nonce: lie === 'nonce' ? 'another nonce' : nonce } : {}),
      ...user.told,
    }
    const alg = lie === 'unsigned' ? 'none' : lie === 'symmetric' ? 'HS256' : 'RS256'
    const text = `${base64(JSON.stringify({ alg, kid: 'one', typ: 'JWT' }))}.${base64(JSON.stringify(claims))}`
    if (alg !== 'RS256') return `${text}.${alg === 'none' ? '' : base64('made with the public key')}`
    const signer: KeyObject = lie === 'signature' ? stranger.privateKey : key.privateKey
    return `${text}.${base64(createSign('RSA-SHA256').update(text).sign(signer))}`
  }

  function answerTo(request: { method: string; path: string; form: URLSearchParams; token: string }): {
    status: number
    body: unknown
  } {
    const { path: asked, form, token } = request
    if (asked === '/www.googleapis.com/oauth2/v3/certs') {
      return {
        status: 200,
        body: {
          keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
        },
      }
    }
    if (asked === '/oauth2.googleapis.com/token') {
      const grant = redeem(form)
      if (!grant) return { status: 400, body: { error: 'invalid_grant' } }
      const answer = {
        access_token: randomUUID(),
        refresh_token: randomUUID(),
        expires_in: 3600,
        token_type: 'Bearer',
        id_token: idToken(grant),
      }
      server.handedOut.push(answer.access_token, answer.refresh_token, answer.id_token)
      return { status: 200, body: answer }
    }
    if (asked === '/github.com/login/oauth/access_token') {
      const grant = redeem(form)
      if (!grant) return { status: 200, body: { error: 'bad_verification_code' } }
      const accessToken = randomUUID()
      server.handedOut.push(accessToken)
      tokens.set(accessToken, grant.user)
      return {
        status: 200,
        body: { access_token: accessToken, token_type: 'bearer', scope: 'read:user,user:email' },
      }
    }
    if (own && asked === pathOf(own.tokenUrl)) {
      const grant = redeem(form)
      if (!grant) return { status: 400, body: { error: 'invalid_grant' } }
      const accessToken = randomUUID()
      server.handedOut.push(accessToken)
      tokens.set(accessToken, grant.user)
      return { status: 200, body: { access_token: accessToken, token_type: 'Bearer' } }
    }
    const user = tokens.get(token)
    if (!user) return { status: 401, body: { message: 'Bad credentials' } }
    const tell = tells.get(asked)
    if (tell) return { status: 200, body: tell(user) }
    const { email, emailVerified: verified, otherEmails = [] } = user
    if (asked === '/api.github.com/user')
      return {
        status: 200,
        body: { id: user.id, login: `user${user.id}`, name: user.name, email, ...user.told },
      }
    return {
      status: 200,
      body: [
        ...otherEmails.map((other) => ({ ...other, primary: false })),
        { email, verified, primary: true },
      ],
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const asked = request.url ?? ''
    server.asked.push(`${request.method} ${asked}`)
    if (misbehave(server, response)) return
    const token = (request.headers.authorization ?? '').replace('Bearer ', '')
    const { status, body } = answerTo({
      method: request.method ?? '',
      path: asked,
      form: new URLSearchParams(Buffer.concat(chunks).toString()),
      token,
    })
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  const http = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const server: OAuthServer = {
    url,
    env: {
      NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'redirect-provider-requests.mjs')}`,
      OAUTH_STAND_IN: url,
      OAUTH_STAND_IN_HOSTS: urls.map((one) => new URL(one).host).join(),
      ...Object.assign({}, ...['google', 'github', ...(own ? [own.name] : [])].map(settingsOf)),
    },
    user: { id: 1, email: 'nobody@example.org', emailVerified: true, name: 'Nobody Yet' },
    lie: undefined,
    asked: [],
    pouredBytes: 0,
    handedOut: [],
    agree,
    async close() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
  return server
}
