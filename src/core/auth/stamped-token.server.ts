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
 * A new address is also tied to whether the present one was verified: what was asked for before its first
 * proof is over with it.
 */
const stampFor = ({ updateTo }: Claims, { securityStamp, emailVerified }: Stamped) =>
  updateTo === undefined ? securityStamp : `${securityStamp}:${emailVerified ? 'verified' : 'unverified'}`

/** What a mailed token of Better Auth says; undefined when it is forged or over. */
async function claimsOf(token: string, secret: string): Promise<Claims | undefined> {
  const parsed = claimsShape.safeParse(await verifyJWT(token, secret))
  return parsed.success ? parsed.data : undefined
}

/** Better Auth's token for a mailed link, tied to the stamp of its user: it ends when that changes. */
export async function stampedToken(tx: Transaction, token: string, secret: string): Promise<string> {
  const claims = await claimsOf(token, secret)
  const holder = claims && (await holderOf(tx, claims))
  if (!holder) throw new Error('Better Auth made a token for nobody')
  const { email, updateTo, requestType } = claims
  const stamp = stampFor(claims, holder)
  return createEmailVerificationToken(secret, email, updateTo, VERIFY_LINK_HOURS * 3600, {
    requestType,
    stamp,
  })
}

/**
 * Whose mailed token it is, holding the user's row; undefined when it is forged or over, or was made before
 * the user's stamp changed.
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
