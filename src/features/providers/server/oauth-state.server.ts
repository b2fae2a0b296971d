import { timingSafeEqual } from 'node:crypto'
import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, storedIdentifier, verification } from '@plinth/core/database/server'
import type { AuthCookies } from '@plinth/core/auth/server'
import { providerNames } from '../providers.ts'

// What the library stores for an authorization, with the fields `onSignInSocial` and `onLinkSocial` add.
const stateShape = z.object({
  provider: z.enum(providerNames),
  rememberMe: z.boolean().default(true),
  callbackURL: z.string(),
  errorURL: z.string().optional(),
  codeVerifier: z.string().min(43),
  idTokenNonce: z.string().min(16).optional(),
  link: z.object({ userId: z.string(), email: z.string() }).optional(),
})

/** An authorization that was started and waits for its callback. */
export type OAuthState = z.output<typeof stateShape>

const identifierOf = (state: string) => eq(verification.identifier, storedIdentifier(`auth-state:${state}`))

/** Returns the authorization of this state if it was started in this browser and has not expired. */
export async function findState(
  db: Db,
  cookies: AuthCookies,
  state: string | undefined,
): Promise<OAuthState | undefined> {
  const bound = cookies.get('oauthState')
  if (!state || !bound || !isSame(bound, state)) return undefined
  const [row] = await db
    .select({ value: verification.value })
    .from(verification)
    .where(and(identifierOf(state), gt(verification.expiresAt, sql`now()`)))
    .orderBy(desc(verification.createdAt))
    .limit(1)
  const parsed = row && stateShape.safeParse(jsonOf(row.value))
  return parsed?.success ? parsed.data : undefined
}

/** Deletes a state: it is valid for one callback, even if that fails. */
export async function deleteState(db: Db, state: string): Promise<void> {
  await db.delete(verification).where(identifierOf(state))
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
