import { darkViolations, lightViolations, unnamed, violations } from '@plinth/testing/browser/axe.ts'
import { admin, ada, expect, hydrated, test, type User } from '@plinth/testing/browser/fixtures.ts'
import { cutOff, deadAnchors, seenOnHover } from '@plinth/testing/browser/measure-page.ts'
import { narrowSizes as sizes, soundAndFitting } from '@plinth/testing/browser/sound-and-fitting.ts'
import { screens, type Screen } from '@plinth/testing/browser/screens.ts'
import { unfold } from '@plinth/testing/browser/settings-page.ts'
import { languages, textIn, type Language } from '@plinth/testing/browser/texts.ts'
import { visit } from '@plinth/testing/browser/visit.ts'
import { preferred } from '@plinth/testing/languages.ts'

type Visitor = Pick<User, 'email' | 'password'> | undefined
// German has the longest words and is tested in every size and state.
const longest = preferred('de')
const visits: [whose: string, Visitor, readonly Screen[]][] = [
  ['everybody', undefined, screens.open],
  ['members', ada, screens.signedIn],
  ['administrators', admin, screens.admin],
]

for (const language of languages) {
  test.describe(language, () => {
    test.beforeEach(async ({ context, baseURL, watch }) => {
      // A screen that is not found logs it to the console; the frame of a mail runs no script.
      watch.expectProblem(/404|Blocked script execution in 'about:srcdoc'/)
      await context.addCookies([{ name: 'i18next', value: language, url: baseURL ?? '' }])
    })

    if (language === longest) inFull()
    else once(language)
  })
}

/**
 * Checks what differs by language: names and texts, and whether they fit the narrowest screen. One language
 * covers the colors of the dark theme.
 */
function once(language: Language): void {
  for (const [whose, visitor, shown] of visits) {
    test(
      `screens of ${whose} have accessible names and fit 320 px`,
      { tag: '@slow' },
      async ({ page, enter }) => {
        if (visitor) await enter(visitor)
        const [desk, phone] = [page.viewportSize(), sizes['320 px']]
        await visit(page, shown, async (path) => {
          expect(await unnamed(page), path).toEqual([])
          if (language === 'en') expect(await darkViolations(page), path).toEqual([])
          await page.setViewportSize(phone)
          expect(await page.evaluate(cutOff), path).toEqual([])
          if (desk) await page.setViewportSize(desk)
        })
      },
    )
  }
}

function inFull(): void {
  const t = textIn(longest)

  for (const [whose, visitor, shown] of visits) {
    test(`screens of ${whose} break no accessibility rule, show what acts at rest, and fit 320 px and 200 % zoom`, async ({
      page,
      enter,
    }) => {
      if (visitor) await enter(visitor)
      const desk = page.viewportSize()
      await visit(page, shown, async (path) => {
        expect.soft(await lightViolations(page), path).toEqual([])
        expect.soft(await page.evaluate(seenOnHover), path).toEqual([])
        expect.soft(await page.evaluate(deadAnchors), path).toEqual([])
        for (const [name, size] of Object.entries(sizes)) {
          await page.setViewportSize(size)
          await unfold(page)
          expect.soft(await page.evaluate(cutOff), `${path}, ${name}`).toEqual([])
          expect.soft(await page.evaluate(seenOnHover), `${path}, ${name}`).toEqual([])
        }
        if (desk) await page.setViewportSize(desk)
      })
    })
  }

  test('a page that fails to load breaks no accessibility rule', async ({ page, enter, watch }) => {
    watch.expectProblem(/404|500|TRPC/)
    await enter(admin)
    await page.route('**/api/trpc/*admin.users*', (route) => route.fulfill({ status: 500, body: 'broken' }))
    await page.clock.install()
    await page.goto('/dashboard/nowhere')
    await hydrated(page)
    await page
      .getByRole('link', { name: t('administration:shell.users'), exact: true })
      .first()
      .click()
    // After one retry.
    await expect(async () => {
      await page.clock.runFor(2_000)
      await expect(page.getByRole('alert')).toBeVisible({ timeout: 200 })
    }).toPass()
    await page.getByRole('button', { name: t('app:error.show') }).click()
    // An unknown error shows advice instead of its code.
    await expect(page.getByText(t('app:error.noRequestId'))).toBeVisible()
    await expect(page.getByText('errors:')).toHaveCount(0)
    await expect(page.getByRole('alert').getByRole('link', { name: t('app:notFound.home') })).toBeVisible()
    expect(await violations(page)).toEqual([])
  })

  test("a rejected form, the palette and a phone's sheet break no rule and fit", async ({
    page,
    enter,
    user,
  }) => {
    await enter(user)
    await page.goto('/dashboard/settings')
    await hydrated(page)
    await expect(page.locator('#firstName')).toHaveValue(user.firstName)
    await page.locator('#firstName').fill('')
    await page.locator('#firstName').press('Enter')
    await expect(page.locator('#firstName')).toHaveAttribute('aria-invalid', 'true')
    await soundAndFitting(page, 'a refused form')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await soundAndFitting(page, 'the palette')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByRole('button', { name: t('app:nav.more'), exact: true }).click()
    await page.getByRole('dialog').waitFor()
    expect(await violations(page)).toEqual([])
    await page.setViewportSize(sizes['320 px'])
    expect(await page.evaluate(cutOff)).toEqual([])
  })
}
