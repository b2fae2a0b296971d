import { createHash } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { startOAuthServer } from './oauth-server.ts'

test("a provider of the product's own is answered for, and its code works once", async () => {
  const server = await startOAuthServer({
    name: 'gitlab',
    tokenUrl: 'https://gitlab.com/oauth/token',
    tells: { 'https://gitlab.com/oauth/userinfo': ({ id, email }) => ({ sub: String(id), email }) },
  })
  onTestFinished(() => server.close())
  const { GITLAB_CLIENT_ID: client_id = '', GITLAB_CLIENT_SECRET: client_secret = '' } = server.env
  expect(server.env.OAUTH_STAND_IN_HOSTS).toBe('gitlab.com,gitlab.com')
  const redirect_uri = 'http://127.0.0.1:9/api/auth/callback/gitlab'
  const code_verifier = 'v'.repeat(43)
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  const asked = {
    client_id,
    redirect_uri,
    code_challenge,
    code_challenge_method: 'S256',
    response_type: 'code',
  }
  const query = new URLSearchParams({ ...asked, state: 'some' })
  const code = server.agree(`https://gitlab.com/oauth/authorize?${query}`).searchParams.get('code') ?? ''
  const redeem = () =>
    fetch(`${server.url}/gitlab.com/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id, client_secret, redirect_uri, code_verifier, code }),
    })
  const { access_token: token } = (await (await redeem()).json()) as { access_token: string }
  expect((await redeem()).status).toBe(400)
  const headers = { authorization: `Bearer ${token}` }
  const told = await fetch(`${server.url}/gitlab.com/oauth/userinfo`, { headers })
  expect(await told.json()).toEqual({ sub: '1', email: 'nobody@example.org' })
})
