import type { Pictures } from '../../screenshots/pictures.ts'

const redirect = 'http://127.0.0.1:7777/callback'

export const pictures: Pictures = {
  async list({ url, post }) {
    const metadata = await fetch(`${url}/.well-known/oauth-authorization-server/api/auth`)
    const { protected_resources: resources } = (await metadata.json()) as { protected_resources: string[] }
    const { answer } = await post('/api/auth/oauth2/register', {
      client_name: 'Claude',
      redirect_uris: [redirect],
    })
    const request = new URLSearchParams({
      response_type: 'code',
      client_id: (answer as { client_id: string }).client_id,
      redirect_uri: redirect,
      scope: 'account:read posts:read posts:write todos:read todos:write',
      state: 'state',
      resource: resources[0] ?? '',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    })
    return [
      { name: 'connect_error', path: '/connect?error=invalid_redirect', viewer: 'visitor' },
      { name: 'connect_consent', path: `/api/auth/oauth2/authorize?${request.toString()}`, viewer: 'admin' },
    ]
  },
}
