import type { Page } from '@playwright/test'
import { expect, hydrated, mailsTo, test as base, type User } from './fixtures.ts'
import { withEarlierCode } from '../../tests/support/totp.ts'

export type TwoFactorUser = User & {
  totpURI: string | undefined
  /** The code that set up the authenticator; it cannot be used again. */
  usedCode: string
  backupCodes: string[]
}

type Fixtures = {
  /** Signs the user up and verifies the address, without the pages. */
  enterVerified(user: User): Promise<void>
  /** The same with two-factor authentication enabled, then signed out. */
  protect(user: User, method: 'totp' | 'otp'): Promise<TwoFactorUser>
  /** The newest code mailed to that address. */
  mailedCode(to: string): Promise<string>
}

export const test = base.extend<Fixtures>({
  enterVerified: async ({ page, enter, request }, use) => {
    await use(async (user) => {
      await enter(user)
      const mails = () => mailsTo(request, user.email)
      await expect.poll(async () => (await mails()).length).toBeGreaterThan(0)
      const link = (await mails()).flatMap(({ links }) => links).find((href) => href.includes('verify-email'))
      expect((await page.request.get(link ?? '/no-link')).status()).toBe(200)
    })
  },
  protect: async ({ page, context, enterVerified }, use) => {
    await use(async (user, method) => {
      await enterVerified(user)
      const { totpURI, backupCodes } = await post<{ totpURI?: string; backupCodes: string[] }>(
        page,
        '/two-factor/enable',
        {
          password: user.password,
          method,
        },
      )
      const accepts = async (code: string) => {
        const answer = await page.request.post('/api/auth/two-factor/verify-totp', {
          headers: { origin: process.env.PLINTH_URL ?? '' },
          data: { code },
        })
        return answer.ok()
      }
      const usedCode = totpURI === undefined ? '' : await withEarlierCode(totpURI, accepts)
      await context.clearCookies({ name: /better-auth/ })
      return { ...user, totpURI, usedCode, backupCodes }
    })
  },
  mailedCode: async ({ request }, use) => {
    await use(async (to) => {
      let code: string | undefined
      await expect
        .poll(async () => {
          code = (await mailsTo(request, to))
            .map(({ text }) => /^(\d{6})$/m.exec(text)?.[1])
            .find((found) => found !== undefined)
          return code !== undefined
        })
        .toBe(true)
      return code ?? ''
    })
  },
})

/** Calls an endpoint under /api/auth as the signed-in user. */
export async function post<Answer>(page: Page, path: string, data: object): Promise<Answer> {
  const answer = await page.request.post(`/api/auth${path}`, {
    headers: { origin: process.env.PLINTH_URL ?? '' },
    data,
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()) as Answer
}

/** Enters address and password on the current page. */
export async function giveFirstFactor(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await hydrated(page)
  await page.locator('#email').fill(email)
  await page.locator('#password').fill(password)
  await page.locator('#password').press('Enter')
}
