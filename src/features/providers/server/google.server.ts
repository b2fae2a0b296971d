import { verifyProviderIdToken } from '@better-auth/core/oauth2'
import { z } from 'zod'
import { askProvider, tokenForm } from './ask-provider.server.ts'
import { addressOf, namesOf } from './profile-text.server.ts'
import {
  ProviderFailure,
  type Credentials,
  type Exchange,
  type ProviderClient,
  type ProviderProfile,
} from './provider-client.server.ts'

const ISSUER = 'https://accounts.google.com'
// Google documents both spellings in its tokens.
const ISSUERS = [ISSUER, 'accounts.google.com']

const tokenAnswer = z.object({ id_token: z.string().max(16_384) })
const keysAnswer = z.object({
  keys: z
    .array(z.looseObject({ kty: z.literal('RSA'), kid: z.string(), n: z.string(), e: z.string() }))
    .max(20),
})
const claimsShape = z.object({
  // ASCII, as OpenID Connect says; the database would reject others.
  sub: z.string().regex(/^[\x20-\x7e]{1,255}$/),
  email: z.string().max(1000).optional(),
  email_verified: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')])
    .default(false),
  name: z.string().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
})

/**
 * Sign-in with Google: OpenID Connect with state, nonce and PKCE. Verifies issuer, audience, signature, time
 * and nonce of the ID token.
 */
export function google(credentials: Credentials): ProviderClient {
  const { clientId } = credentials
  return {
    name: 'google',
    clientId,
    issuer: ISSUER,
    authorizationEndpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
    scopes: ['openid', 'email', 'profile'],
    hasNonce: true,
    async readProfile(exchange) {
      const { nonce, signal } = exchange
      const form = tokenForm(credentials, exchange)
      const { id_token: token } = await askProvider({
        url: 'https://oauth2.googleapis.com/token',
        shape: tokenAnswer,
        form,
        signal,
      })
      return profileOf(await checkedClaims(token, { clientId, nonce, signal }))
    },
  }
}

type Expected = Pick<Exchange, 'nonce' | 'signal'> & { clientId: string }

async function checkedClaims(
  token: string,
  { clientId, nonce, signal }: Expected,
): Promise<z.output<typeof claimsShape>> {
  if (!nonce) throw new ProviderFailure('rejected', 'no nonce was kept for the token')
  const { keys } = await askProvider({
    url: 'https://www.googleapis.com/oauth2/v3/certs',
    shape: keysAnswer,
    signal,
  })
  let claims: unknown
  const idToken = {
    jwks: async ({ kid }: { kid?: string }) =>
      keys.find((key) => key.kid === kid) ?? Promise.reject(new Error('unknown key')),
    issuer: ISSUERS,
    audience: clientId,
    algorithms: ['RS256'],
    // Called with the payload once signature, issuer, audience, time and nonce are verified.
    verifyClaims: (payload: Record<string, unknown>) => {
      claims = payload
      return payload.aud === clientId && payload.exp !== undefined
    },
  }
  if (!(await verifyProviderIdToken({ idToken }, token, nonce))) {
    throw new ProviderFailure('rejected', 'the id token did not pass')
  }
  const parsed = claimsShape.safeParse(claims)
  if (!parsed.success) throw new ProviderFailure('rejected', 'the id token has other claims than expected')
  return parsed.data
}

function profileOf(claims: z.output<typeof claimsShape>): ProviderProfile {
  const email = addressOf(claims.email)
  const names = namesOf({ email, given: claims.given_name, family: claims.family_name, full: claims.name })
  return { subject: claims.sub, email, emailVerified: claims.email_verified, ...names }
}
