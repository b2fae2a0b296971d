import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { AuthDoor } from '#/core/auth/auth-endpoint.server.ts'
import type { AuthCookies } from '#/core/auth/cookies.server.ts'
import { providerNames } from './providers.ts'

// What `onSignInSocial` and `onLinkSocial` have Better Auth keep, beside its own.
const pendingShape = z.object({
  provider: z.enum(providerNames),
  rememberMe: z.boolean().default(true),
  callbackURL: z.string(),
  errorURL: z.string().optional(),
  codeVerifier: z.string().min(43),
  idTokenNonce: z.string().min(16).optional(),
  expiresAt: z.number(),
  link: z.object({ userId: z.string(), email: z.string() }).optional(),
})

/** A sign-in or link that has been sent to a provider and waits for the person to come back. */
export type Pending = z.output<typeof pendingShape>

const keyOf = (state: string) => `auth-state:${state}`

/**
 * What waits under this state, if it was made in this very browser and is still good; Better Auth asks the
 * same again when it uses it up.
 */
export async function findPending(
  door: AuthDoor,
  cookies: AuthCookies,
  state: string | undefined,
): Promise<Pending | undefined> {
  const bound = cookies.get('oauthState')
  if (!state || !bound || !isSame(bound, state)) return undefined
  const { internalAdapter } = await door.auth.$context
  const row = await internalAdapter.findVerificationValue(keyOf(state))
  const pending = row && pendingShape.safeParse(jsonOf(row.value))
  return pending?.success && pending.data.expiresAt > Date.now() ? pending.data : undefined
}

/** A state is good for one return, also for one that failed. */
export async function dropPending(door: AuthDoor, state: string): Promise<void> {
  const { internalAdapter } = await door.auth.$context
  await internalAdapter.deleteVerificationByIdentifier(keyOf(state))
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
