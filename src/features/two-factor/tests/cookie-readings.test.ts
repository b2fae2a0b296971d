import { expect, test } from 'vitest'
import { sharedApp } from '@plinth/testing/http/open-app.ts'
import { ambiguous, requestWith, twoReadings } from '@plinth/testing/http/two-readings.ts'
import { userWithAuthenticator, withPendingSecondFactor } from './second-factor-users.ts'

const app = await sharedApp()
const post = (path: string, cookie: string, body: unknown) =>
  requestWith(app, cookie, { path: `/api/auth${path}`, body })

test('guesses at a second factor count for the account they target', async () => {
  const [victim, attacker] = [await userWithAuthenticator(app), await userWithAuthenticator(app)]
  const [theirs, own] = [
    await withPendingSecondFactor(app, victim.email),
    await withPendingSecondFactor(app, attacker.email),
  ]
  for (const cookie of twoReadings('two_factor', theirs, own)) {
    expect(
      await post('/two-factor/verify-backup-code', cookie, { code: 'aaaaa-bbbbb' }),
      cookie,
    ).toMatchObject(ambiguous)
  }
})

test('a used authenticator code is not accepted by adding another challenge', async () => {
  const [victim, other] = [await userWithAuthenticator(app), await userWithAuthenticator(app)]
  const [again, bait] = [
    await withPendingSecondFactor(app, victim.email),
    await withPendingSecondFactor(app, other.email),
  ]
  for (const cookie of twoReadings('two_factor', again, bait)) {
    const answer = await post('/two-factor/verify-totp', cookie, { code: victim.usedCode })
    expect(answer, cookie).toMatchObject(ambiguous)
  }
})
