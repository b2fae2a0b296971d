import type { Locator, Page } from '@playwright/test'
import { expect, hydrated, type User } from './fixtures.ts'
import { inDatabase } from './in-database.ts'
import { textIn, type Language } from './texts.ts'

export const en = textIn('en')

/** Sets the language of all following pages. */
export const speak = (page: Page, language: Language) =>
  page.context().addCookies([{ name: 'i18next', value: language, url: process.env.TEST_URL ?? '' }])
export const section = (page: Page, name: string) =>
  page.locator('section', { has: page.getByRole('heading', { name, exact: true }) })
export const button = (place: Page | Locator, name: string) =>
  place.getByRole('button', { name, exact: true })
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

export async function openSettings(page: Page): Promise<void> {
  await page.goto('/dashboard/settings/')
  await hydrated(page)
}

/** Opens the sections that are folded on a phone. */
export async function unfold(page: Page): Promise<void> {
  const folded = page.locator(
    'main section button[aria-labelledby][aria-expanded=false]:not([aria-haspopup]):visible',
  )
  while ((await folded.count()) > 0) await folded.first().click()
}

/** Signs the same user in with another browser. */
export async function signInElsewhere(page: Page, { email, password }: User): Promise<Page> {
  const context = await page.context().browser()?.newContext({ baseURL: process.env.TEST_URL })
  if (!context) throw new Error('There is no browser')
  const answer = await context.request.post('/api/auth/sign-in/email', {
    headers: { origin: process.env.TEST_URL ?? '' },
    data: { email, password },
  })
  expect(answer.status()).toBe(200)
  return context.newPage()
}

export const isSignedIn = async (page: Page) =>
  (await (await page.request.get('/api/auth/get-session')).json()) !== null

/** Makes the last authentication too old for actions that require a recent one. */
export const forgetProof = (email: string) =>
  inDatabase(
    `update session set proved_at = now() - interval '11 minutes' where user_id = (select id from "user" where email = $1)`,
    [email],
  )
