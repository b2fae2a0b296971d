import { randomBytes } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { call } from './call.ts'
import { expect, test as base, type User } from './fixtures.ts'
import { inDatabase } from './in-database.ts'

export type Organization = { id: string; name: string; slug: string }
type Role = 'admin' | 'member' | 'owner'

type Guest = { page: Page; user: User }

type Fixtures = {
  /** Creates a user with a verified address who is signed in here. */
  settle(who?: Partial<User>): Promise<User>
  /** The same in a separate browser. */
  settleElsewhere(who?: Partial<User>): Promise<Guest>
  /** Creates an organization of the signed-in user and makes it the active workspace. */
  found(): Promise<Organization>
  /** Invites. Returns the id of the invitation. */
  invite(email: string, role?: Role): Promise<string>
  /** Invites an existing user and accepts for them. */
  join(guest: Guest, role: Role): Promise<void>
  /** Creates an owner here, their organization, and a guest in a separate browser who has joined it. */
  settleTeam(
    who?: Partial<User>,
    role?: Role,
  ): Promise<{ owner: User; organization: Organization; guest: Guest }>
}

function newUser(who: Partial<User>): User {
  const word = randomBytes(5).toString('hex')
  return {
    firstName: 'Ida',
    lastName: 'Noor',
    email: `ida.${word}@example.org`,
    password: 'vier rote Ziegel am Fluss',
    ...who,
  }
}

/** A visitor in a separate browser, in the given language. */
export async function visitor(browser: Browser, baseURL: string, language = 'en'): Promise<Page> {
  const context = await browser.newContext({ baseURL })
  await context.addCookies([{ name: 'i18next', value: language, url: baseURL }])
  return context.newPage()
}

async function signUpVerified(page: Page, user: User, readLink: () => Promise<string>): Promise<void> {
  const answer = await page.request.post('/api/auth/sign-up/email', {
    headers: { origin: process.env.PLINTH_URL ?? '' },
    data: user,
  })
  expect(answer.status(), await answer.text()).toBe(200)
  await page.request.get(await readLink())
}

export const test = base.extend<Fixtures>({
  settle: async ({ page, readMail }, use) => {
    await use(async (who = {}) => {
      const user = newUser(who)
      await signUpVerified(page, user, async () => (await readMail(user.email, /./)).links[0] ?? '')
      return user
    })
  },
  settleElsewhere: async ({ browser, baseURL, readMail }, use) => {
    const pages: Page[] = []
    await use(async (who = {}) => {
      const page = await visitor(browser, baseURL ?? '')
      pages.push(page)
      const user = newUser(who)
      await signUpVerified(page, user, async () => (await readMail(user.email, /./)).links[0] ?? '')
      return { page, user }
    })
    for (const page of pages) await page.context().close()
  },
  found: async ({ page }, use) => {
    await use(() => {
      const word = randomBytes(4).toString('hex')
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
