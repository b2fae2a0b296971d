import type { user } from '#/core/identity/identity.table.server.ts'
import { mailUser } from '#/core/auth/mail-user.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { getEnv } from '#/core/env/env.server.ts'

type Recipient = typeof user.$inferSelect

export async function mailDeletionScheduled(
  tx: Transaction,
  recipient: Recipient,
  { scheduledFor, token }: { scheduledFor: Date; token: string },
): Promise<void> {
  const url = `${getEnv().APP_URL}/keep-account?${new URLSearchParams({ word: token })}`
  await mailUser(tx, recipient, { template: 'accountEnding', params: { scheduledFor, url } })
}

export async function mailDeleted(tx: Transaction, recipient: Recipient): Promise<void> {
  await mailUser(tx, recipient, { template: 'accountEnded', params: {} })
}

/** Others would be left without an owner or an administrator, so the account stays. */
export async function mailNotDeleted(
  tx: Transaction,
  recipient: Recipient,
  organizationName: string | undefined,
): Promise<void> {
  await mailUser(tx, recipient, { template: 'accountNotEnded', params: { organizationName } })
}
