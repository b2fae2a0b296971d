import { createEmailVerificationToken } from 'better-auth/api'
import { verifyJWT } from 'better-auth/crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, Transaction } from '#/db/database.server.ts'
import { user } from '#/identity/identity.table.server.ts'
import { VERIFY_LINK_HOURS } from './verify-mail.ts'

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

/** Better Auth's names of the two links that change an address. */
const CONFIRMS = 'change-email-confirmation'
const COMPLETES = 'change-email-verification'

/** Returns the claims of Better Auth's mailed token; undefined when it is forged or expired. */
async function claimsOf(token: string, secret: string): Promise<Claims | undefined> {
  const parsed = claimsShape.safeParse(await verifyJWT(token, secret))
  return parsed.success ? parsed.data : undefined
}

const signed = ({ email, updateTo, requestType }: Claims, stamp: string, secret: string) =>
  createEmailVerificationToken(secret, email, updateTo, VERIFY_LINK_HOURS * 3600, { requestType, stamp })

/** Ties Better Auth's token for a mailed link to its user's stamp: it is invalid once that changes. */
export async function stampedToken(tx: Transaction, token: string, secret: string): Promise<string> {
  const claims = await claimsOf(token, secret)
  const [holder] = claims ? await holderOf(tx, claims) : []
  if (!claims || !holder) throw new Error('Better Auth created a token without a user')
  return signed(claims, stampFor(claims, holder), secret)
}

/** The token of the second link of a change of address, which the first one sends to the new address. */
export const completingToken = ({ holder, newEmail }: MailedLink, secret: string): Promise<string> => {
  const claims = { email: holder.email, updateTo: newEmail, requestType: COMPLETES }
  return signed(claims, stampFor(claims, holder), secret)
}

export type MailedLink = {
  /** `verify` verifies the address of the account; the others are the two steps of changing it. */
  purpose: 'verify' | 'confirmChange' | 'completeChange'
  newEmail: string | undefined
  holder: Awaited<ReturnType<typeof holderOf>>[number]
}

/**
 * Returns what a mailed link is for and whose it is; undefined when its token is forged, expired, or was made
 * before the user's stamp changed. Changes nothing.
 */
export async function readMailedLink(db: Db, token: string, secret: string): Promise<MailedLink | undefined> {
  const claims = await claimsOf(token, secret)
  return claims && linkOf(claims, (await holderOf(db, claims))[0])
}

/** The same, with the row of the user locked. */
export async function lockMailedLink(
  tx: Transaction,
  token: string,
  secret: string,
): Promise<MailedLink | undefined> {
  const claims = await claimsOf(token, secret)
  return claims && linkOf(claims, (await holderOf(tx, claims).for('update'))[0])
}

function linkOf(claims: Claims, holder: MailedLink['holder'] | undefined): MailedLink | undefined {
  const { updateTo: newEmail, requestType, stamp } = claims
  if (!holder || stamp !== stampFor(claims, holder)) return undefined
  if (newEmail === undefined) return { purpose: 'verify', newEmail, holder }
  if (requestType === CONFIRMS) return { purpose: 'confirmChange', newEmail, holder }
  return requestType === COMPLETES ? { purpose: 'completeChange', newEmail, holder } : undefined
}

const holderOf = (db: Db, { email }: Claims) =>
  db
    .select({
      id: user.id,
      name: user.name,
      firstName: user.firstName,
      email: user.email,
      language: user.language,
      emailVerified: user.emailVerified,
      provedElsewhere: user.provedElsewhere,
      securityStamp: user.securityStamp,
      createdAt: user.createdAt,
    })
    .from(user)
    .where(eq(user.email, email))
