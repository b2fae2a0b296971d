import { createEmailVerificationToken } from 'better-auth/api'
import { verifyJWT } from 'better-auth/crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Transaction } from '#/core/db/database.server.ts'
import { VERIFY_LINK_HOURS } from './auth-mails.server.ts'
import { user } from '#/core/identity/identity.table.server.ts'

const claimsShape = z.object({
  email: z.string(),
  updateTo: z.string().optional(),
  requestType: z.string().optional(),
  stamp: z.string().optional(),
})
type Claims = z.output<typeof claimsShape>
type Stamped = { securityStamp: string; emailVerified: boolean }

/**
 * A token for a new address also depends on whether the current one was verified: the first proof of the
 * current address invalidates earlier tokens.
 */
const stampFor = ({ updateTo }: Claims, { securityStamp, emailVerified }: Stamped) =>
  updateTo === undefined ? securityStamp : `${securityStamp}:${emailVerified ? 'verified' : 'unverified'}`

/** Returns the claims of Better Auth's mailed token; undefined when it is forged or expired. */
async function claimsOf(token: string, secret: string): Promise<Claims | undefined> {
  const parsed = claimsShape.safeParse(await verifyJWT(token, secret))
  return parsed.success ? parsed.data : undefined
}

/** Ties Better Auth's token for a mailed link to its user's stamp: it is invalid once that changes. */
export async function stampedToken(tx: Transaction, token: string, secret: string): Promise<string> {
  const claims = await claimsOf(token, secret)
  const holder = claims && (await holderOf(tx, claims))
  if (!holder) throw new Error('Better Auth created a token without a user')
  const { email, updateTo, requestType } = claims
  const stamp = stampFor(claims, holder)
  return createEmailVerificationToken(secret, email, updateTo, VERIFY_LINK_HOURS * 3600, {
    requestType,
    stamp,
  })
}

/**
 * Returns the user of a mailed token and locks their row; undefined when the token is forged, expired, or was
 * made before the user's stamp changed.
 */
export async function holderOfToken(tx: Transaction, token: string, secret: string) {
  const claims = await claimsOf(token, secret)
  const holder = claims && (await holderOf(tx, claims))
  return holder && claims.stamp === stampFor(claims, holder) ? holder : undefined
}

async function holderOf(tx: Transaction, { email }: Claims) {
  const [row] = await tx
    .select({
      id: user.id,
      email: user.email,
      emailVerified: user.emailVerified,
      securityStamp: user.securityStamp,
    })
    .from(user)
    .where(eq(user.email, email))
    .for('update')
  return row
}
