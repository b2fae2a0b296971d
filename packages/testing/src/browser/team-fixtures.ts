import { randomBytes } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { callAuth } from './call.ts'
import { expect, newWord, test as base, type User } from './fixtures.ts'
import { inDatabase } from './in-database.ts'

export type Organization = { id: string; name: string; slug: string }
export type Role = 'admin' | 'member' | 'owner'
export type Guest = { page: Page; user: User }
export type Team = { owner: User; organization: Organization; guest: Guest }

type Fixtures = {
  /** Creates a user with a verified address who is signed in here. */
  settle(who?: Partial<User>): Promise<User>
  /** The same in a separate browser. */
  settleElsewhere(who?: Partial<User>): Promise<Guest>
  /** Creates an owner here, their organization, and a guest in a separate browser who is in it too. */
  settleTeam(who?: Partial<User>, role?: Role): Promise<Team>
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
    headers: { origin: process.env.TEST_URL ?? '' },
    data: user,
  })
  expect(answer.status(), await answer.text()).toBe(200)
  await callAuth(page, '/verify-email', { token: new URL(await readLink()).searchParams.get('token') })
}

/** Writes an organization with these members, and makes it the active workspace of their sessions. */
export async function writeOrganization(
  members: readonly { email: string; role: Role }[],
): Promise<Organization> {
  const id = newWord()
  const organization = { id, name: `Kiln ${id}`, slug: `kiln-${id}` }
  await inDatabase('insert into organization (id, name, slug) values ($1, $2, $3)', [
    id,
    organization.name,
    organization.slug,
  ])
  for (const { email, role } of members) {
    await inDatabase(
      `insert into member (id, organization_id, user_id, role) select $1, $2, id, $3 from "user" where email = $4`,
      [newWord(), id, role, email],
    )
    await inDatabase(
      `update session set active_organization_id = $1 where user_id = (select id from "user" where email = $2)`,
      [id, email],
    )
  }
  return organization
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
  settleTeam: async ({ settle, settleElsewhere }, use) => {
    await use(async (who = {}, role = 'member') => {
      const owner = await settle()
      const guest = await settleElsewhere(who)
      const organization = await writeOrganization([
        { email: owner.email, role: 'owner' },
        { email: guest.user.email, role },
      ])
      return { owner, organization, guest }
    })
  },
})
