import type { user } from '#/core/identity/identity.table.server.ts'
import { mailUser } from '#/core/auth/mail-user.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { getEnv } from '#/core/env/env.server.ts'

type Person = typeof user.$inferSelect

export async function mailEnding(
  tx: Transaction,
  person: Person,
  { endsAt, word }: { endsAt: Date; word: string },
): Promise<void> {
  const url = `${getEnv().APP_URL}/keep-account?${new URLSearchParams({ word })}`
  await mailUser(tx, person, { template: 'accountEnding', params: { endsAt, url } })
}

/** Goes to who has no account any more. */
export async function mailEnded(tx: Transaction, person: Person): Promise<void> {
  await mailUser(tx, person, { template: 'accountEnded', params: {} })
}

/** The end came and could not be: others would be left without an owner or an administrator. */
export async function mailNotEnded(
  tx: Transaction,
  person: Person,
  organizationName: string | undefined,
): Promise<void> {
  await mailUser(tx, person, { template: 'accountNotEnded', params: { organizationName } })
}
