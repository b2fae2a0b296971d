import { z } from 'zod'
import { askProvider, tokenForm } from './ask-provider.server.ts'
import { addressOf, namesOf } from './profile-text.server.ts'
import { ProviderFailure, type Credentials, type ProviderClient } from './provider-client.server.ts'

// GitHub responds to a rejected code with 200 and `error`.
const tokenAnswer = z.union([
  z.object({ access_token: z.string().min(1).max(1000) }),
  z.object({ error: z.string() }),
])
const userAnswer = z.object({ id: z.int().positive(), login: z.string(), name: z.string().nullish() })
const emailsAnswer = z
  .array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
  .max(200)
type Addresses = z.output<typeof emailsAnswer>

/** Sign-in with GitHub: OAuth 2 with state and PKCE. The user is the owner of the fresh access token. */
export function github(credentials: Credentials): ProviderClient {
  const { clientId } = credentials
  return {
    name: 'github',
    clientId,
    issuer: undefined,
    authorizationEndpoint: 'https://github.com/login/oauth/authorize',
    scopes: ['read:user', 'user:email'],
    hasNonce: false,
    async readProfile(exchange) {
      const { wantedEmail, signal } = exchange
      const form = tokenForm(credentials, exchange)
      const answer = await askProvider({
        url: 'https://github.com/login/oauth/access_token',
        shape: tokenAnswer,
        form,
        signal,
      })
      if ('error' in answer) throw new ProviderFailure('rejected', 'github.com refused the code')
      const accessToken = answer.access_token
      const [profile, addresses] = await Promise.all([
        askProvider({ url: 'https://api.github.com/user', shape: userAnswer, accessToken, signal }),
        askProvider({ url: 'https://api.github.com/user/emails', shape: emailsAnswer, accessToken, signal }),
      ])
      const chosen = chooseAddress(addresses, wantedEmail)
      const email = addressOf(chosen?.email)
      return {
        subject: String(profile.id),
        email,
        emailVerified: chosen?.verified ?? false,
        ...namesOf({ email, full: profile.name ?? profile.login }),
      }
    },
  }
}

/**
 * Returns the primary address. For a link started in the settings, prefers the account's own address if
 * GitHub has verified it.
 */
function chooseAddress(addresses: Addresses, wanted: string | undefined): Addresses[number] | undefined {
  const same = addresses.find(
    ({ email, verified }) => verified && email.toLowerCase() === wanted?.toLowerCase(),
  )
  return same ?? addresses.find(({ primary }) => primary)
}
