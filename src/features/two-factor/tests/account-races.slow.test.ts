import { expect, test } from 'vitest'
import { AT_ONCE, openTrack, times } from '@plinth/testing/http/race.ts'
import { mailedCode } from '@plinth/testing/http/verified-user.ts'
import { totpOf } from '@plinth/testing/totp.ts'
import { userWithAuthenticator, withPendingSecondFactor } from './second-factor-users.ts'

const { app, rounds, race, sessionsOf } = await openTrack()

test('a code from the authenticator creates one session', async () => {
  await rounds(async () => {
    const { id, email, totpURI } = await userWithAuthenticator(app)
    const pendings = await Promise.all(times(() => withPendingSecondFactor(app, email)))
    const before = await sessionsOf(id)
    const code = totpOf(totpURI)
    const seen = await race(
      pendings.map((pending) => ({
        path: '/api/auth/two-factor/verify-totp',
        body: { code },
        cookie: pending.cookie(),
      })),
    )
    expect(seen).toEqual({ '200': 1, '401 security:invalidCode': AT_ONCE - 1 })
    expect(await sessionsOf(id)).toBe(before + 1)
  })
})

test('a mailed code creates one session', async () => {
  await rounds(async () => {
    const { id, email } = await userWithAuthenticator(app)
    const pending = await withPendingSecondFactor(app, email)
    expect((await pending.post('/api/auth/two-factor/send-otp', {})).status).toBe(200)
    const code = await mailedCode(app, email)
    const before = await sessionsOf(id)
    const seen = await race(
      times(() => ({ path: '/api/auth/two-factor/verify-otp', body: { code }, cookie: pending.cookie() })),
    )
    expect(seen['200']).toBe(1)
    expect(Object.keys(seen).filter((name) => !/^(200|40[01] )/.test(name))).toEqual([])
    expect(await sessionsOf(id)).toBe(before + 1)
  })
})

test('a backup code creates one session', async () => {
  await rounds(async () => {
    const { id, email, backupCodes } = await userWithAuthenticator(app)
    const pendings = await Promise.all(times(() => withPendingSecondFactor(app, email)))
    const before = await sessionsOf(id)
    const [code] = backupCodes
    const seen = await race(
      pendings.map((pending) => ({
        path: '/api/auth/two-factor/verify-backup-code',
        body: { code },
        cookie: pending.cookie(),
      })),
    )
    expect(seen).toEqual({ '200': 1, '401 security:invalidBackupCode': AT_ONCE - 1 })
    expect(await sessionsOf(id)).toBe(before + 1)
  })
})
