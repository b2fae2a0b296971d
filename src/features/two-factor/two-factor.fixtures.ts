import { createHash, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { cookieName } from '@plinth/core/auth/server'
import { signedCookie } from '@plinth/core/internal/auth/cookies.server.ts'
import { user, verification } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import type { FeatureFixtures } from '@plinth/testing/feature-fixtures.ts'
import { PASSWORD } from '@plinth/testing/http/open-app.ts'
import { isSignedInNow, mailedCode } from '@plinth/testing/http/verified-user.ts'
import { twoFactor } from './server/two-factor.table.server.ts'
import { enableAuthenticator, withPendingSecondFactor } from './tests/second-factor-users.ts'

export const fixtures: FeatureFixtures = {
  secondFactorPage: '/two-factor/',
  async enableSecondFactor(client) {
    const answer = await client.post('/api/auth/two-factor/enable', { password: PASSWORD, method: 'otp' })
    if (!answer.ok) throw new Error(await answer.text())
  },
  async pendingSecondFactor(db, { userId, key }) {
    const challenge = `2fa-${randomBytes(15).toString('base64url')}`
    const expiresAt = new Date(Date.now() + 600_000)
    const identifierOf = (name: string) => createHash('sha256').update(name).digest('base64url')
    await db.insert(verification).values([
      { id: createId(), identifier: identifierOf(challenge), value: userId, expiresAt },
      { id: createId(), identifier: identifierOf(`2fa-attempts-${challenge}`), value: '0', expiresAt },
    ])
    const name = cookieName('challenge', key.appUrl)
    return `${name}=${signedCookie(name, challenge, key.secret)}`
  },
  creations: {
    'POST /api/auth/two-factor/enable': {},
    'POST /api/auth/two-factor/generate-backup-codes': {},
  },
  async credentials({ app, id, email, client, isVerified }) {
    if (!isVerified) return []
    const { backupCodes } = await enableAuthenticator(client)
    const isEnabled = async () => {
      const rows = await app.db.$count(twoFactor, eq(twoFactor.userId, id))
      const [row] = await app.db.select().from(user).where(eq(user.id, id))
      if ((rows === 1) !== row?.twoFactorEnabled) throw new Error('The row and its user disagree')
      return rows === 1
    }
    const trusted = await withPendingSecondFactor(app, email)
    const passed = { code: backupCodes[0], trustDevice: true }
    await trusted.post('/api/auth/two-factor/verify-backup-code', passed)
    const pending = await withPendingSecondFactor(app, email)
    const byMail = await withPendingSecondFactor(app, email)
    await byMail.post('/api/auth/two-factor/send-otp', {})
    const code = await mailedCode(app, email)
    return [
      { name: 'the second factor', works: isEnabled, staysAfterReset: true, isSecondFactor: true },
      { name: 'the session of a trusted device', works: () => isSignedInNow(trusted) },
      {
        name: 'a backup code at a pending second factor',
        works: async () =>
          (await pending.post('/api/auth/two-factor/verify-backup-code', { code: backupCodes[1] })).ok,
      },
      {
        name: 'a mailed code at a pending second factor',
        works: async () => (await byMail.post('/api/auth/two-factor/verify-otp', { code })).ok,
      },
    ]
  },
  requests: ({ signedIn }) => ({
    'switching the second factor on': async () => ({
      path: '/api/auth/two-factor/enable',
      body: { password: PASSWORD },
      cookie: (await signedIn()).cookie,
    }),
  }),
}
