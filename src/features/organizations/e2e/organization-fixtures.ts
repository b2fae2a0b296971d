import { call } from '@plinth/testing/browser/call.ts'
import { expect, newWord } from '@plinth/testing/browser/fixtures.ts'
import { inDatabase } from '@plinth/testing/browser/in-database.ts'
import {
  test as base,
  type Guest,
  type Organization,
  type Role,
} from '@plinth/testing/browser/team-fixtures.ts'

type Fixtures = {
  /** Creates an organization of the signed-in user and makes it the active workspace. */
  found(): Promise<Organization>
  /** Invites. Returns the id of the invitation. */
  invite(email: string, role?: Role): Promise<string>
  /** Invites an existing user and accepts for them. */
  join(guest: Guest, role: Role): Promise<void>
}

export const test = base.extend<Fixtures>({
  found: async ({ page }, use) => {
    await use(() => {
      const word = newWord()
      return call<Organization>(page, 'organizations.create', { name: `Kiln ${word}`, slug: `kiln-${word}` })
    })
  },
  invite: async ({ page }, use) => {
    await use(
      async (email, role = 'member') =>
        (await call<{ id: string }>(page, 'organizations.invite', { email, role })).id,
    )
  },
  join: async ({ invite }, use) => {
    await use(async ({ page, user }, role) => {
      const id = await invite(user.email, role)
      await call(page, 'organizations.acceptInvitation', { id })
    })
  },
  // As users do it: by an invitation that is accepted.
  settleTeam: async ({ settle, settleElsewhere, found, join }, use) => {
    await use(async (who = {}, role = 'member') => {
      const owner = await settle()
      const organization = await found()
      const guest = await settleElsewhere(who)
      await join(guest, role)
      return { owner, organization, guest }
    })
  },
})

/** Expires an invitation instead of waiting 48 hours. */
export async function expire(invitationId: string): Promise<void> {
  expect(
    await inDatabase(`update invitation set expires_at = now() - interval '1 minute' where id = $1`, [
      invitationId,
    ]),
  ).toBe(1)
}
