import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import { anonymous, type Actor } from '#/access/actor.ts'
import { auditLog } from '#/audit/audit.table.server.ts'
import { writeAudit } from '#/audit/audit.server.ts'
import { firstProof, markProvedElsewhere, ownerKnown, ownerProved } from '#/auth/address-proved.server.ts'
import { revokeTrust } from '#/auth/administration/revoke-access.server.ts'
import { openHook, userHook } from '#/auth/auth-context.server.ts'
import { mailVerifyLink } from '#/auth/auth-mails.server.ts'
import { verifyEmailBody } from '#/auth/auth.schema.ts'
import { isUnexpired } from '#/auth/is-unexpired.server.ts'
import { mailUser } from '#/auth/mail-user.server.ts'
import {
  completingToken,
  lockMailedLink,
  readMailedLink,
  type MailedLink,
} from '#/auth/stamped-token.server.ts'
import { plainName } from '#/email/plain-name.ts'
import type { Db, Transaction } from '#/db/database.server.ts'
import { session, user } from '#/identity/identity.table.server.ts'
import { consumeLimit } from '#/limits/limits.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { describeAgent, type Agent } from './describe-agent.ts'
import { codeOver, toVerify, useMailedCode } from './mailed-code.server.ts'
import { passwordHashOf, requirePassword } from './recent-auth.server.ts'
import { codeForm } from './security.schema.ts'
import { tellSessionEnd } from './session-ends.server.ts'

// What a mailed link is for happens when its page posts; opening it changes nothing (decision 023).

/** Wrong codes for one address, whoever holds the account: one in 100,000 is guessed in a day. */
const GUESSES = { max: 10, windowSeconds: 86_400 } as const

export const linkOver = () => new AppError('invalid', 'security:linkOver', { field: 'token' })

/** What the page of a mailed link shows. */
export type ShownLink =
  | { state: 'over' | 'done' }
  | {
      state: 'open'
      purpose: MailedLink['purpose']
      /** The address that it is about: the new one of a change. */
      address: string
      /** Whether this browser is signed in to the account. */
      isOwnBrowser: boolean
      /** Set where it is the first proof of a mailbox: elsewhere, the page asks for more than a press. */
      signUp: SignUp | null
    }

type SignUp = Agent & {
  /** The address of the account. */
  email: string
  name: string | null
  at: Date
  ip: string | null
  hasPassword: boolean
}

/** Reads a mailed link for its page. Anyone who has the link. Changes nothing. */
export async function readVerification(
  db: Db,
  { token, secret, actor }: { token: string; secret: string; actor: Actor },
): Promise<ShownLink> {
  const link = await readMailedLink(db, token, secret)
  if (!link) return { state: 'over' }
  const { purpose, newEmail, holder } = link
  const isOwnBrowser = isSignedInAs(actor, holder.id)
  const isProved = holder.emailVerified && !(holder.provedElsewhere && isOwnBrowser)
  if (purpose === 'verify' && isProved) return { state: 'done' }
  const isFirstProof = !holder.emailVerified && purpose !== 'confirmChange'
  const signUp = isFirstProof ? await readSignUp(db, holder) : null
  return { state: 'open', purpose, address: newEmail ?? holder.email, isOwnBrowser, signUp }
}

/** Says who signed up, when and where, as far as it is known. */
async function readSignUp(db: Db, { id, email, name, createdAt }: MailedLink['holder']): Promise<SignUp> {
  const [entry] = await db
    .select({ ip: auditLog.ip })
    .from(auditLog)
    .where(and(eq(auditLog.actorId, id), eq(auditLog.action, 'user.signUp')))
    .orderBy(desc(auditLog.at))
    .limit(1)
  const first = await firstSession(db, id)
  return {
    ...describeAgent(first?.userAgent),
    email,
    // Strangers choose it, and their page is ours.
    name: plainName(name) ?? null,
    at: createdAt,
    ip: entry?.ip ?? null,
    hasPassword: (await passwordHashOf(db, id)) !== undefined,
  }
}

const isSignedInAs = (actor: Actor, userId: string) =>
  actor.kind === 'user' && actor.userId === userId && actor.impersonatedBy === null

/** The session that signed up, or what is there in its place. */
async function firstSession(db: Db, userId: string) {
  const [row] = await db
    .select({ id: session.id, userAgent: session.userAgent })
    .from(session)
    .where(and(eq(session.userId, userId), isNull(session.impersonatedBy), isUnexpired))
    .orderBy(asc(session.createdAt), asc(session.id))
    .limit(1)
  return row
}

/**
 * Does what a mailed link is for: verifies an address, sends the second link of a change, or changes it.
 * Signs no one in. A first proof keeps one session: this one, if it is of the account; with the account's
 * password the one that signed up; otherwise none. Throws invalid (`security:linkOver`,
 * `security:wrongPassword`), conflict for an address that is taken by now, and limit.
 */
export const onVerifyEmail = openHook({ body: verifyEmailBody }, async (request) => {
  const { tx, actor, body, secret, key } = request
  const link = await lockMailedLink(tx, body.token, secret)
  if (!link || (body.email !== undefined && body.email !== link.holder.email)) throw linkOver()
  const { purpose, newEmail, holder } = link
  if (purpose === 'confirmChange') {
    const token = await completingToken(link, secret)
    await mailVerifyLink({ ...holder, email: newEmail ?? '' }, { appUrl: key.appUrl, token })
    return { answer: { status: true } }
  }
  if (body.password !== undefined)
    await requirePassword(tx, holder.id, { password: body.password, field: 'password' })
  const proof: Proof = {
    sessionId: isSignedInAs(actor, holder.id) && actor.kind === 'user' ? actor.sessionId : undefined,
    knowsPassword: body.password !== undefined,
  }
  if (purpose === 'completeChange') await changeAddress(tx, link, proof)
  else await prove(tx, holder, proof)
  return { answer: { status: true } }
})

type Proof = {
  /** The session of the account in this browser. */
  sessionId: string | undefined
  knowsPassword: boolean
}

/** Verifies the address of an account whose mailbox was just proved. */
async function prove(
  tx: Transaction,
  { id, emailVerified }: Pick<MailedLink['holder'], 'id' | 'emailVerified'>,
  { sessionId, knowsPassword }: Proof,
): Promise<void> {
  if (sessionId !== undefined || knowsPassword) {
    await ownerProved(tx, id, { sessionId: sessionId ?? (await firstSession(tx, id))?.id })
  } else if (!emailVerified) {
    await tellSessionEnd(tx, id, 'verifiedElsewhere')
    await firstProof(tx, id, {})
    await markProvedElsewhere(tx, id)
  }
}

async function changeAddress(tx: Transaction, { holder, newEmail = '' }: MailedLink, proof: Proof) {
  const [changed] = await tx.update(user).set({ email: newEmail }).where(eq(user.id, holder.id)).returning()
  if (!changed) throw linkOver()
  await revokeTrust(tx, holder.id)
  await writeAudit(tx, anonymous, {
    action: 'user.changeEmail',
    actorId: holder.id,
    target: { type: 'user', id: holder.id },
  })
  // Goes to the old address.
  const params = { newEmail }
  await mailUser(tx, { ...changed, email: holder.email }, { template: 'addressChanged', params })
  if (!holder.emailVerified) await prove(tx, holder, proof)
  else if (proof.sessionId === undefined) await markProvedElsewhere(tx, holder.id)
  else await ownerKnown(tx, changed)
}

/**
 * Verifies the address with the code of the mail, in a browser that is signed in to the account: its session
 * stays. Throws invalid with the field, and limit.
 */
export const onVerifyEmailByCode = userHook({ body: codeForm }, async ({ tx, actor, body, secret }) => {
  const [owner] = await tx
    .select({ id: user.id, email: user.email, emailVerified: user.emailVerified })
    .from(user)
    .where(eq(user.id, actor.userId))
    .for('update')
  if (!owner) throw new AppError('unauthenticated', 'errors:signInFirst')
  if (owner.emailVerified) return { answer: { status: true } }
  await consumeLimit(tx, `verify-code:${owner.email}`, GUESSES)
  const verdict = await useMailedCode(tx, toVerify(owner), { code: body.code, secret })
  if (verdict === 'over') throw codeOver()
  // Returned rather than thrown, so that the counted attempt is committed.
  if (verdict === 'wrong')
    return { denial: new AppError('invalid', 'security:invalidOtp', { field: 'code' }) }
  await ownerProved(tx, owner.id, { sessionId: actor.sessionId })
  return { answer: { status: true } }
})
