import { eq } from 'drizzle-orm'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { AppError, writeAudit } from '@plinth/core/verb/server'
import { type SignedInActor, authorize } from '@plinth/core/access'
import {
  lockForCredential,
  openHook,
  passwordHashOf,
  reauthenticateInForm,
  requireRecentAuth,
  revokeTrust,
  userHook,
} from '@plinth/core/auth/server'
import { type Transaction, user } from '@plinth/core/database/server'
import { mailUser } from '@plinth/core/mail/server'
import { createId } from '@plinth/core/schema'
import { enableBody, passwordBody } from '../two-factor.schema.ts'
import { createBackupCodes } from './backup-codes.server.ts'
import { totpUse, twoFactor } from './two-factor.table.server.ts'

export const onTwoFactorState = userHook({}, async ({ tx, actor, secret }) => {
  const [owner] = await tx
    .select({ enabled: user.twoFactorEnabled })
    .from(user)
    .where(eq(user.id, actor.userId))
  const [row] = await tx.select().from(twoFactor).where(eq(twoFactor.userId, actor.userId))
  const enabled = owner?.enabled === true
  const codes =
    row && enabled
      ? (JSON.parse(await symmetricDecrypt({ key: secret, data: row.backupCodes })) as string[])
      : []
  const hasPassword = (await passwordHashOf(tx, actor.userId)) !== undefined
  return {
    answer: {
      enabled,
      authenticator: enabled && row?.verified === true,
      backupCodesLeft: codes.length,
      hasPassword,
    },
  }
})

/**
 * Enables the second factor. An authenticator app takes effect with its first code; mailed codes immediately,
 * because the address is verified.
 */
export const onEnable = openHook({ body: enableBody }, async ({ tx, rule, body, secret, ...request }) => {
  if (request.actor.kind === 'user' && !request.actor.emailVerified)
    throw new AppError('forbidden', 'security:verifyFirst')
  const actor = authorize(request.actor, rule)
  await reauthenticateInForm(tx, actor, body.password)
  const isEnabled = await lockTwoFactor(tx, actor)
  const [row] = await tx
    .select({ verified: twoFactor.verified })
    .from(twoFactor)
    .where(eq(twoFactor.userId, actor.userId))
  const isMailAlready = body.method === 'otp' && isEnabled
  if (row?.verified === true || isMailAlready) throw new AppError('conflict', 'security:alreadyEnabled')
  // Used steps belong to the previous secret.
  await tx.delete(totpUse).where(eq(totpUse.userId, actor.userId))
  if (body.method === 'totp') return {}
  return {
    after: async () => {
      const backupCodes = await storeBackupCodes(tx, actor.userId, secret)
      await twoFactorOn(tx, actor, 'otp')
      return { method: 'otp', backupCodes }
    },
  }
})

/** Locks the user's row, which serializes changes to the second factor. Returns whether it is enabled. */
async function lockTwoFactor(tx: Transaction, actor: SignedInActor): Promise<boolean> {
  await lockForCredential(tx, actor)
  const [owner] = await tx
    .select({ enabled: user.twoFactorEnabled })
    .from(user)
    .where(eq(user.id, actor.userId))
  return owner?.enabled === true
}

export async function twoFactorOn(
  tx: Transaction,
  actor: SignedInActor,
  method: 'totp' | 'otp',
): Promise<void> {
  await writeAudit(tx, actor, {
    action: 'user.enableTwoFactor',
    target: { type: 'user', id: actor.userId },
    details: { method },
  })
  await mailUser(tx, actor.userId, {
    template: 'securityChange',
    params: { change: 'two-factor:mails.on' },
  })
}

/**
 * Stores new backup codes. Better Auth creates them only for authenticator apps, but they also work with
 * mailed codes. The secret of a new row is unused.
 */
async function storeBackupCodes(tx: Transaction, userId: string, key: string): Promise<string[]> {
  const codes = createBackupCodes()
  const backupCodes = await symmetricEncrypt({ key, data: JSON.stringify(codes) })
  const unused = await symmetricEncrypt({ key, data: createId() })
  await tx
    .insert(twoFactor)
    .values({ id: createId(), userId, secret: unused, backupCodes, verified: false })
    .onConflictDoUpdate({ target: twoFactor.userId, set: { backupCodes } })
  return codes
}

/** Returns a backup code as it is stored: users type them in any case. Earlier ones have letters of both. */
export async function storedBackupCode(
  tx: Transaction,
  userId: string,
  { code, key }: { code: string; key: string },
): Promise<string> {
  const [row] = await tx
    .select({ backupCodes: twoFactor.backupCodes })
    .from(twoFactor)
    .where(eq(twoFactor.userId, userId))
  if (!row) return code
  const codes = JSON.parse(await symmetricDecrypt({ key, data: row.backupCodes })) as string[]
  return codes.find((stored) => stored.toLowerCase() === code.toLowerCase()) ?? code
}

export const onDisable = userHook({ body: passwordBody }, async ({ tx, actor, body }) => {
  await reauthenticateInForm(tx, actor, body.password)
  const wasEnabled = await lockTwoFactor(tx, actor)
  return {
    after: async (answer) => {
      if (!wasEnabled) return answer
      await revokeTrust(tx, actor.userId)
      await writeAudit(tx, actor, {
        action: 'user.disableTwoFactor',
        target: { type: 'user', id: actor.userId },
      })
      await mailUser(tx, actor.userId, {
        template: 'securityChange',
        params: { change: 'two-factor:mails.off' },
      })
      return answer
    },
  }
})

/**
 * Creates new backup codes. Verifies the password in the request; without one a recent re-authentication is
 * enough, which Better Auth would not accept.
 */
export const onGenerateBackupCodes = userHook({ body: passwordBody }, async ({ tx, actor, body, secret }) => {
  if (body.password === undefined) await requireRecentAuth(tx, actor)
  else await reauthenticateInForm(tx, actor, body.password)
  if (!(await lockTwoFactor(tx, actor))) throw new AppError('conflict', 'security:notEnabled')
  const backupCodes = await storeBackupCodes(tx, actor.userId, secret)
  await writeAudit(tx, actor, {
    action: 'user.renewBackupCodes',
    target: { type: 'user', id: actor.userId },
  })
  await mailUser(tx, actor.userId, {
    template: 'securityChange',
    params: { change: 'two-factor:mails.backupCodes' },
  })
  return { answer: { status: true, backupCodes } }
})
