import type { Page } from '@playwright/test'
import { callAuth } from '@plinth/testing/browser/call.ts'
import { expect, hydrated, mailsTo, type User } from '@plinth/testing/browser/fixtures.ts'
import { test as base } from '@plinth/testing/browser/team-fixtures.ts'
import { withEarlierCode } from '@plinth/testing/totp.ts'

export type TwoFactorUser = User & {
  totpURI: string | undefined
  /** The code that set up the authenticator; it cannot be used again. */
  usedCode: string
  backupCodes: string[]
}

type Fixtures = {
  /** Creates a user with a verified address and two-factor authentication who is signed out. */
  protect(who: Partial<User>, method: 'totp' | 'otp'): Promise<TwoFactorUser>
  /** The newest code mailed to that address. */
  mailedCode(to: string): Promise<string>
}

export const test = base.extend<Fixtures>({
  protect: async ({ page, context, settle }, use) => {
    await use(async (who, method) => {
      const user = await settle(who)
      const { totpURI, backupCodes } = await callAuth<{ totpURI?: string; backupCodes: string[] }>(
        page,
        '/two-factor/enable',
        {
          password: user.password,
          method,
        },
      )
      const accepts = async (code: string) => {
        const answer = await page.request.post('/api/auth/two-factor/verify-totp', {
          headers: { origin: process.env.TEST_URL ?? '' },
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
