import type { Subject } from '#/core/access/access.ts'
import type { LimitRule } from '#/core/limits/limits.server.ts'
import {
  emailBody,
  noInput,
  requestResetBody,
  resetBody,
  sessionQuery,
  signInBody,
  signUpBody,
} from './auth.schema.ts'
import { administrationEndpoints } from './administration/administration-endpoints.server.ts'
import type { AuthEndpoint } from './auth-endpoint.server.ts'
import { membershipEndpoints } from './membership/membership-endpoints.server.ts'
import { browserAccountEndpoints } from './browser-accounts/browser-account-endpoints.server.ts'
import { isCommonPassword, PASSWORD_GUESSES } from './password.server.ts'
import { onVerifyEmail } from './security/change-address.server.ts'
import { securityEndpoints } from './security/security-endpoints.server.ts'
import { providerEndpoints } from './providers/provider-endpoints.server.ts'

const MINUTE = 60

type Address = `${AuthEndpoint['method']} /${string}`

function endpoint(
  address: Address,
  allow: readonly Subject[],
  rest: Omit<AuthEndpoint, 'method' | 'path' | 'rule'> = {},
): AuthEndpoint {
  const [method, path] = address.split(' ') as [AuthEndpoint['method'], string]
  return { method, path, rule: { action: `auth${path}`, allow }, ...rest }
}

// Only here, not in the schemas the forms use: the list is too long for a browser.
const isUncommon = (body: { password: string } | { newPassword: string }) =>
  !isCommonPassword('password' in body ? body.password : body.newPassword)
const chosenAtSignUp = signUpBody.refine(isUncommon, { path: ['password'], error: 'errors:commonPassword' })
const chosenAtReset = resetBody.refine(isUncommon, { path: ['newPassword'], error: 'errors:commonPassword' })

/** What changes something and names no limit of its own. */
const USUAL: LimitRule = { max: 120, windowSeconds: MINUTE }

function withLimits(rows: readonly AuthEndpoint[]): AuthEndpoint[] {
  return rows.map((row) =>
    row.method === 'GET' || row.perAddress || row.perAccount ? row : { ...row, perUser: USUAL },
  )
}

/**
 * Every Better Auth endpoint that answers. What is not listed is 404, however many a plugin brings: a new
 * version can't open one unseen. A slice that needs another endpoint adds its row here, with its shape and
 * its limits.
 */
export const authEndpoints: readonly AuthEndpoint[] = withLimits([
  endpoint('POST /sign-up/email', ['anyone'], {
    body: chosenAtSignUp,
    passwords: { chooses: 'password' },
    inTurnPerAccount: true,
    perAddress: { max: 100, windowSeconds: 60 * MINUTE },
    perAccount: { max: 10, windowSeconds: 60 * MINUTE },
  }),
  endpoint('POST /sign-in/email', ['anyone'], {
    body: signInBody,
    passwords: { checks: 'password' },
    perAddress: { max: 200, windowSeconds: 15 * MINUTE },
    perAccount: { ...PASSWORD_GUESSES, forgiveOnSuccess: true },
  }),
  endpoint('POST /sign-out', ['anyone'], { body: noInput }),
  endpoint('GET /get-session', ['anyone'], { query: sessionQuery }),
  endpoint('GET /verify-email', ['anyone'], {
    ...onVerifyEmail,
    perAddress: { max: 100, windowSeconds: 15 * MINUTE },
  }),
  endpoint('POST /send-verification-email', ['anyone'], {
    body: emailBody,
    perAddress: { max: 20, windowSeconds: 15 * MINUTE },
    perAccount: { max: 5, windowSeconds: 15 * MINUTE },
  }),
  endpoint('POST /request-password-reset', ['anyone'], {
    body: requestResetBody,
    answerAfterMs: 400,
    perAddress: { max: 20, windowSeconds: 15 * MINUTE },
    perAccount: { max: 5, windowSeconds: 15 * MINUTE },
  }),
  endpoint('POST /reset-password', ['anyone'], {
    body: chosenAtReset,
    passwords: { chooses: 'newPassword' },
    perAddress: { max: 30, windowSeconds: 15 * MINUTE },
  }),
  endpoint('GET /ok', ['anyone']),
  ...membershipEndpoints,
  ...securityEndpoints,
  ...providerEndpoints,
  ...browserAccountEndpoints,
  ...administrationEndpoints,
])
