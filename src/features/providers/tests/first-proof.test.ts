import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { account } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import { openFirstProof, walks, working, type FirstProof } from '@plinth/testing/http/first-proof.ts'
import { PASSWORD } from '@plinth/testing/http/open-app.ts'
import { newEmail, signIn, signUp, followLink } from '@plinth/testing/http/users.ts'
import { isSignedInNow } from '@plinth/testing/http/verified-user.ts'
import { providerWith } from '../providers.fixtures.ts'
import { goThrough } from './provider-client.ts'
import { walkToProvider } from './walk-to-provider.ts'

// packages/core/test/http/first-proof.test.ts does the same without a provider.

let stage: FirstProof
beforeAll(async () => {
  stage = await openFirstProof()
})

describe('when the recipient only opens a verification link that somebody else requested', () => {
  test('signing in with a provider gives the account to the recipient alone', async () => {
    const { app, browser, credentialsOf, linksTo, rowOf } = stage
    for (const email of ['owner@example.org', newEmail()]) {
      const { client } = await signUp(app, { email })
      const [link] = await linksTo(email, 'verify-email')
      if (link) await followLink(browser(), link)
      expect(await rowOf(email)).toMatchObject({ emailVerified: true, role: 'user' })
      await client.post('/api/auth/sign-in/email', { email, password: PASSWORD })
      const away = newEmail()
      expect((await client.post('/api/auth/change-email', { newEmail: away })).status).toBe(200)
      const [change] = await linksTo(email, 'verify-email')
      const made = await credentialsOf(client, { email, isVerified: true, hasMailbox: false })
      const provider = await providerWith(email)
      for (const _ of [1, 2])
        expect(await goThrough(browser(), provider, { provider: 'google' })).toBe('/dashboard')
      expect([await working(made), await isSignedInNow(client), (await signIn(app, email)).status]).toEqual([
        [],
        false,
        401,
      ])
      if (change) await followLink(browser(), change)
      expect(await linksTo(away, 'verify-email')).toEqual([])
      expect(await rowOf(email)).toMatchObject({ role: email === 'owner@example.org' ? 'admin' : 'user' })
    }
  })

  test('linking a provider in settings while signed in keeps existing sign-in methods', async () => {
    const { app, browser, linksTo } = stage
    const { client, email } = await signUp(app)
    const [link] = await linksTo(email, 'verify-email')
    if (link) await followLink(browser(), link)
    await client.post('/api/auth/sign-in/email', { email, password: PASSWORD })
    const provider = await providerWith(email)
    expect(await goThrough(client, provider, { provider: 'google', path: '/link-social' })).toBe(
      '/dashboard/settings',
    )
    expect(await goThrough(browser(), provider, { provider: 'google' })).toBe('/dashboard')
    expect([await isSignedInNow(client), (await signIn(app, email)).status]).toEqual([true, 200])
  })
})

test('a provider account linked earlier stays if that provider verified the address', async () => {
  const { app, browser, rowOf } = stage
  const { client, email } = await signUp(app)
  const { id = '' } = (await rowOf(email)) ?? {}
  const provider = await providerWith(email)
  await app.db.insert(account).values([
    { id: createId(), userId: id, providerId: 'google', accountId: `google-${provider.user.id}` },
    { id: createId(), userId: id, providerId: 'github', accountId: createId() },
  ])
  const owner = browser()
  expect(await goThrough(owner, provider, { provider: 'google' })).toBe('/dashboard')
  expect([await isSignedInNow(owner), await isSignedInNow(client)]).toEqual([true, false])
  const left = await app.db
    .select({ providerId: account.providerId })
    .from(account)
    .where(eq(account.userId, id))
  expect(left.map(({ providerId }) => providerId)).toEqual(['google'])
})

describe('every order of proofs, credentials and a provider', () => {
  test.each(walks.map((way) => [[...way, 'provider'].join(', '), way] as const))('%s', (_, way) =>
    walkToProvider(stage, way),
  )
})
