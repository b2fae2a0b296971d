import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { openHook } from '#/auth/auth-context.server.ts'
import { resetBody, signInBody } from '#/auth/auth.schema.ts'
import { resetIdentifier } from '#/auth/mailed-link.server.ts'
import { checkOf } from '#/auth/password.server.ts'
import type { Transaction } from '#/db/database.server.ts'
import { account, user, verification } from '#/identity/identity.table.server.ts'

// A sign-in holds the user from before it reads what proves their identity until its session is there, and
// whoever changes that locks the user first. Otherwise a sign-in with the old password, on its way meanwhile,
// would have a session after all sessions were ended.

/** Called before a credential that a reset or a change of the password ends is read. */
export const holdCredentials = (tx: Transaction, which: SQL) =>
  tx.select({ id: user.id }).from(user).where(which).for('key share')

/** Called before such credentials change and sessions end. Waits for the sign-ins on their way. */
export const lockCredentials = (tx: Transaction, which: SQL) =>
  tx.select({ id: user.id }).from(user).where(which).for('update')

export const onSignIn = openHook({ body: signInBody }, async ({ tx, body, passwords }) => {
  await holdCredentials(tx, eq(user.email, body.email))
  const [now] = await tx
    .select({ hash: account.password })
    .from(account)
    .innerJoin(user, eq(user.id, account.userId))
    .where(and(eq(user.email, body.email), eq(account.providerId, 'credential')))
  // Changed or deleted since the password was checked: the library would hash one again.
  const { checked } = passwords
  const isOutdated = checked.size > 0 && !checked.has(checkOf(now?.hash ?? '', body.password))
  return isOutdated ? { answer: Response.json(invalidCredentials, { status: 401 }) } : {}
})
/** As the library responds. */
const invalidCredentials = { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' }

export const onReset = openHook({ body: resetBody }, async ({ tx, body }) => {
  const owner = tx
    .select({ id: verification.value })
    .from(verification)
    .where(eq(verification.identifier, resetIdentifier(body.token)))
  await lockCredentials(tx, inArray(user.id, owner))
  return {}
})
