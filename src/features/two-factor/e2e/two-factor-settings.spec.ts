import { violations } from '@plinth/testing/browser/axe.ts'
import { expect, pressUntilShown } from '@plinth/testing/browser/fixtures.ts'
import { cutOff } from '@plinth/testing/browser/measure-page.ts'
import {
  button,
  dialog,
  en,
  openSettings,
  section,
  speak,
  unfold,
} from '@plinth/testing/browser/settings-page.ts'
import { test } from '@plinth/testing/browser/team-fixtures.ts'
import { tagOf, textIn } from '@plinth/testing/browser/texts.ts'
import { totpOf } from '@plinth/testing/totp.ts'
import { preferred, preferredOf } from '@plinth/testing/languages.ts'

for (const language of preferredOf('en', 'de')) {
  const t = textIn(language)
  test(
    `two-factor is enabled with an authenticator, gets new backup codes and is disabled: ${language}`,
    tagOf(language),
    async ({ page, settle, watch }) => {
      watch.expectProblem(/400/)
      const user = await settle()
      await speak(page, language)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await openSettings(page)
      const own = section(page, t('two-factor-settings:title'))
      await button(own, t('two-factor-settings:enable')).click()
      const asked = dialog(page, t('two-factor-settings:enable'))
      await asked.locator('#password').fill('not my password')
      await button(asked, t('two-factor-settings:goOn')).click()
      await expect(asked.getByText(t('security:wrongPassword'))).toBeVisible()
      await asked.locator('#password').fill(user.password)
      await button(asked, t('two-factor-settings:goOn')).click()
      await expect(asked.getByRole('img', { name: t('two-factor-settings:qr') })).toBeVisible()
      await button(asked, t('two-factor-settings:copyUri')).click()
      await expect(page.getByText(t('app:copy.done'))).toBeVisible()
      const uri = await page.evaluate(() => navigator.clipboard.readText())
      const key = asked.getByRole('group', { name: t('two-factor-settings:key') })
      const secret = new URL(uri).searchParams.get('secret') ?? ''
      expect(await key.locator('span').allTextContents()).toEqual(secret.match(/.{1,4}/g))
      await key.click()
      expect(await page.evaluate(() => getSelection()?.toString())).toBe(secret)
      await asked.locator('#totpCode').fill('12345')
      await button(asked, t('two-factor-settings:verify')).click()
      await expect(asked.getByText(t('security:totpDigits'))).toBeVisible()
      // Roles do not match anything behind the dialog.
      await expect(
        page
          .locator('main')
          .getByText(t('two-factor-settings:off'), { exact: true })
          .filter({ visible: true }),
      ).toBeVisible()
      await asked.locator('#totpCode').fill(totpOf(uri))
      const codes = dialog(page, t('two-factor-settings:codes.title'))
      await expect(codes.getByRole('listitem')).toHaveCount(10)
      const first = await codes.getByRole('listitem').allTextContents()
      const download = page.waitForEvent('download')
      await button(codes, t('two-factor-settings:codes.download')).click()
      expect((await download).suggestedFilename()).toBe(t('two-factor-settings:codes.file'))
      await button(codes, t('two-factor-settings:codes.kept')).click()
      await expect(own).toContainText(t('two-factor-settings:on'))
      await button(own, t('two-factor-settings:newCodes')).click()
      const renewing = dialog(page, t('two-factor-settings:newCodes'))
      // The password was entered a moment ago.
      await button(renewing, t('two-factor-settings:newCodes')).click()
      await expect(codes.getByRole('listitem')).toHaveCount(10)
      expect(await codes.getByRole('listitem').allTextContents()).not.toEqual(first)
      await page.keyboard.press('Escape')
      await expect(codes.getByText(t('two-factor-settings:codes.leaving'))).toBeVisible()
      await button(codes, t('two-factor-settings:codes.stay')).click()
      await expect(codes.getByRole('listitem')).toHaveCount(10)
      await expect(button(codes, t('two-factor-settings:codes.copy'))).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(codes.getByText(t('two-factor-settings:codes.leaving'))).toBeVisible()
      await button(codes, t('two-factor-settings:codes.copy')).click()
      await expect(codes.getByText(t('two-factor-settings:codes.leaving'))).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(codes).toHaveCount(0)
      await button(own, t('two-factor-settings:disable')).click()
      const ending = dialog(page, t('two-factor-settings:disable'))
      await ending.locator('#password').fill(user.password)
      await button(ending, t('two-factor-settings:disable')).click()
      await expect(page.getByText(t('two-factor-settings:disabled'))).toBeVisible()
      await expect(button(own, t('two-factor-settings:enable'))).toBeVisible()
    },
  )
}

test('two-factor by mail alone needs no app: backup codes appear right away', async ({ page, settle }) => {
  const user = await settle()
  await openSettings(page)
  const own = section(page, en('two-factor-settings:title'))
  await button(own, 'Enable 2FA').click()
  const asked = dialog(page, 'Enable 2FA')
  await asked.locator('#password').fill(user.password)
  await asked.getByRole('radio', { name: en('two-factor-settings:mail') }).check()
  await button(asked, en('two-factor-settings:goOn')).click()
  await expect(page.getByText('2FA enabled successfully')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(10)
  await button(page, en('two-factor-settings:codes.kept')).click()
  await expect(own).toContainText(en('two-factor-settings:byMail'))
})

test('the dialog of the settings breaks no accessibility rule and fits a small phone', async ({
  page,
  settle,
}) => {
  const t = textIn(preferred('de'))
  await settle()
  await speak(page, preferred('de'))
  await page.setViewportSize({ width: 320, height: 700 })
  await openSettings(page)
  await unfold(page)
  await button(page, t('two-factor-settings:enable')).click()
  await expect(dialog(page, t('two-factor-settings:enable'))).toBeVisible()
  expect(await page.evaluate(cutOff)).toEqual([])
  expect(await violations(page)).toEqual([])
})

test('the palette finds it by synonyms', async ({ page, settle }) => {
  await settle()
  await openSettings(page)
  const field = page.getByRole('dialog').getByRole('combobox')
  await pressUntilShown(page, 'Control+k', field)
  for (const typed of ['two factor', '2fa']) {
    await field.fill(typed)
    await expect(page.getByRole('option', { name: 'Two-factor authentication', exact: true })).toBeVisible()
  }
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/settings-enhanced?tab=two-factor')
})
