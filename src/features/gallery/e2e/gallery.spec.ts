import { violations } from '@plinth/testing/browser/axe.ts'
import { afterFrames, expect, hydrated, reload, test } from '@plinth/testing/browser/fixtures.ts'
import { moving } from '@plinth/testing/browser/measure-page.ts'
import { exampleFile } from '@plinth/testing/browser/choose-file.ts'
import { stopClock } from '@plinth/testing/browser/stop-clock.ts'
import { textIn } from '@plinth/testing/browser/texts.ts'
import { formatMoney, formatNumber } from '#/lib/format-value.ts'
import { preferred } from '@plinth/testing/languages.ts'

const t = textIn('en')

test.beforeEach(async ({ page }) => {
  await page.goto('/dev/components')
  await hydrated(page)
})

test('an error replaces the hint, stays until its field is valid, and causes no layout shift', async ({
  page,
}) => {
  const form = page.getByRole('region', { name: t('gallery:sections.form') })
  const name = form.getByRole('textbox', { name: t('gallery:name') })
  const role = form.getByRole('textbox', { name: t('gallery:role') })
  const save = form.getByRole('button', { name: t('gallery:save') })
  await role.fill('Potter')
  await save.click()
  // The first invalid field is focused, and leaving it changes nothing.
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription(t('errors:required'))
  await page.keyboard.press('Tab')
  await expect(role).toBeFocused()
  await expect(name).toHaveAccessibleDescription(t('errors:required'))
  const tops = await Promise.all([name, role].map(async (field) => (await field.boundingBox())?.y))
  expect(tops[0]).toBe(tops[1])
  await role.fill('')
  await expect(role).toHaveAccessibleDescription(t('errors:required'))
  await name.fill('Ada')
  await expect(name).not.toHaveAttribute('aria-invalid')
  await expect(role).toHaveAttribute('aria-invalid', 'true')
  await role.fill('Potter')
  await expect(role).toHaveAccessibleDescription(t('gallery:hint'))
})

test('with reduced motion no component moves', async ({ page }) => {
  expect(await page.evaluate(moving)).toEqual([])
})

test('no overlay breaks an accessibility rule, light or dark', async ({ page }) => {
  const overlays = page.getByRole('region', { name: t('gallery:sections.overlays') })
  for (const [opener, role] of [
    ['Dialog', 'dialog'],
    ['Sheet', 'dialog'],
    [t('gallery:typeName'), 'alertdialog'],
    ['DropdownMenu', 'menu'],
  ] as const) {
    await overlays.getByRole('button', { name: opener, exact: true }).click()
    await expect(page.getByRole(role)).toBeVisible()
    // The page behind it is checked with all other screens.
    expect(await violations(page, `[role=${role}]`), opener).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole(role)).toBeHidden()
  }
  await overlays.getByRole('button', { name: t('gallery:undo') }).click()
  const undo = page.locator('[data-sonner-toast]').getByRole('button', { name: t('gallery:undo') })
  // Under the pointer the toast stays.
  await undo.hover()
  await expect(undo).toBeVisible()
  expect(await violations(page, '[data-sonner-toast]')).toEqual([])
})

test('with forced colors a filled button has a border, and the selected tab the selection color', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(page.getByRole('button', { name: t('gallery:save'), exact: true }).first()).toHaveCSS(
    'border-top-width',
    '1px',
  )
  await expect(page.getByRole('tab', { selected: true }).first()).toHaveCSS('forced-color-adjust', 'none')
})

test('an alert dialog waits for an answer: Cancel is focused, and a click outside closes nothing', async ({
  page,
}) => {
  const overlays = page.getByRole('region', { name: t('gallery:sections.overlays') })
  await overlays.getByRole('button', { name: t('gallery:delete'), exact: true }).click()
  const asked = page.getByRole('alertdialog', { name: t('gallery:deleteQuestion') })
  const cancel = asked.getByRole('button', { name: t('app:dialog.cancel') })
  await expect(cancel).toBeFocused()
  await page.mouse.click(5, 5)
  await afterFrames(page)
  await expect(asked).toBeVisible()
  await cancel.click()
  await expect(asked).toBeHidden()
})

test('tabs are one Tab stop: arrow keys select, and End selects the last', async ({ page }) => {
  const navigation = page.getByRole('region', { name: t('gallery:sections.navigation') })
  const tab = (value: 'a' | 'b' | 'c') => navigation.getByRole('tab', { name: t(`gallery:choices.${value}`) })
  await tab('a').click()
  for (const [key, value] of [
    ['ArrowRight', 'b'],
    ['End', 'c'],
    ['ArrowRight', 'a'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(tab(value)).toBeFocused()
    await expect(navigation.getByRole('tabpanel')).toContainText(`(${value})`)
    await expect(tab(value)).toHaveAttribute('aria-selected', 'true')
  }
  await page.keyboard.press('Tab')
  await expect(navigation.getByRole('tab', { selected: true })).not.toBeFocused()
})

test('a theme made for shadcn applies to every component', async ({ page }) => {
  await page.evaluate(() => {
    const theme = {
      primary: 'oklch(0.55 0.22 295)',
      'primary-foreground': 'oklch(0.98 0.02 295)',
      card: 'oklch(0.97 0.03 200)',
      border: 'oklch(0.8 0.1 200)',
      destructive: 'oklch(0.6 0.2 40)',
      radius: '1.5rem',
    }
    const declarations = Object.entries(theme).map(([name, value]) => `--${name}: ${value}`)
    const sheet = [...document.styleSheets].find(({ href }) => href !== null)
    sheet?.insertRule(`:root { ${declarations.join(';')} }`, sheet.cssRules.length)
  })
  const buttons = page.getByRole('region', { name: t('gallery:sections.buttons') }).getByRole('button')
  await expect(buttons.first()).toHaveCSS('background-color', 'oklch(0.55 0.22 295)')
  await expect(buttons.first()).toHaveCSS('color', 'oklch(0.98 0.02 295)')
  await expect(buttons.first()).toHaveCSS('border-radius', '24px')
  const card = page.locator('[data-slot=card]').first()
  await expect(card).toHaveCSS('background-color', 'oklch(0.97 0.03 200)')
  await expect(card).toHaveCSS('border-top-color', 'oklch(0.8 0.1 200)')
})

test('each kind of field says what is wrong, by the keyboard, in the reader’s language', async ({ page }) => {
  await page
    .context()
    .addCookies([{ name: 'i18next', value: preferred('de'), url: process.env.TEST_URL ?? '' }])
  await page.clock.install()
  await reload(page)
  const language = preferred('de')
  const de = textIn(language)
  const form = page.getByRole('form', { name: de('gallery:sections.kinds') })
  const field = (kind: string) => form.locator(`#${kind}`)
  await form.getByRole('button', { name: de('gallery:save') }).click()
  await expect(field('text')).toBeFocused()
  await expect(form.getByText(de('errors:required'))).toHaveCount(16)
  expect(await violations(page, `form[aria-label="${de('gallery:sections.kinds')}"]`)).toEqual([])

  await field('text').fill('Ada')
  const decimal = formatNumber(0.5, language).charAt(1)
  await field('number').fill(`100${decimal}5`)
  await field('number').press('Tab')
  await expect(field('number')).toHaveValue(`100${decimal}5`)
  await expect(field('number')).toHaveAccessibleDescription(de('errors:tooHigh'))
  await field('number').press('ArrowDown')
  await expect(field('number')).toHaveValue('100')
  await field('money').fill(`1234${decimal}5`)
  await field('money').press('Tab')
  await expect(field('money')).toHaveValue(formatMoney(123_450, 'EUR', language))
  await field('option').selectOption('b')
  await field('date').fill('2026-02-28')
  await field('dateTime').fill('2026-02-28T14:30')
  await field('email').fill('ada')
  await expect(field('email')).toHaveAccessibleDescription(de('errors:invalidEmail'))
  await field('email').fill('ada@example.com')
  await field('url').fill('javascript:alert(1)')
  await expect(field('url')).toHaveAccessibleDescription(de('errors:invalidUrl'))
  await field('url').fill('https://example.com')
  const listed = page.getByRole('option')
  await field('reference').fill('cc')
  await expect(listed).toHaveText(['CC C'])
  await field('reference').press('Enter')
  await expect(field('reference')).toHaveValue('CC C')
  await field('user').press('ArrowDown')
  await expect(listed).toHaveCount(8)
  expect(await violations(page, '[data-slot="combobox-popup"]')).toEqual([])
  await field('user').fill('nobody')
  await expect(page.getByText(de('app:choices.nothing'))).toBeVisible()
  await field('user').fill('!')
  await expect(page.getByText(de('errors:unavailable'))).toBeVisible()
  // Leaving the field drops what was typed and chooses nothing.
  await field('user').press('Escape')
  await expect(field('user')).toHaveValue('')
  await field('user').press('ArrowDown')
  await listed.last().click()
  await expect(field('user')).toHaveValue('HH H')
  await form.getByRole('group').getByRole('checkbox').first().press('Space')
  await field('check').press('Space')
  await stopClock(page)
  await field('file').setInputFiles(textFile())
  await field('image').setInputFiles(exampleFile('image'))
  // Not before they are uploaded, which takes two seconds of the page.
  await form.getByRole('button', { name: de('gallery:save') }).click()
  await expect(async () => {
    // A frame or two.
    await page.clock.runFor(20)
    await expect(field('file')).toBeFocused({ timeout: 1_000 })
  }).toPass()
  await expect(field('file')).toHaveAccessibleDescription(new RegExp(de('errors:uploading')))
  await page.clock.resume()
  await expect(form.getByRole('img', { name: 'kiln.png' })).toBeVisible()
  await field('longText').fill('One line\nand another')
  await field('markdown').fill('Two words')
  await field('markdown').press('Control+a')
  await field('markdown').press('Control+b')
  await form.getByRole('button', { name: de('app:editor.preview') }).click()
  await expect(form.locator('strong')).toHaveText('Two words')
  await expect(form.locator('[aria-invalid]')).toHaveCount(0)
  await form.getByRole('button', { name: de('gallery:save') }).click()
  await expect(page.getByText(de('gallery:saved'), { exact: true })).toBeVisible()
})

const textFile = (name = 'kiln.txt', bytes = 2_000) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.alloc(bytes, 'Kiln '),
})

test('a file is chosen by the keyboard, canceled, dropped, replaced and removed, and errors say why', async ({
  page,
  context,
}) => {
  await page.clock.install()
  await reload(page)
  const box = page.locator('div:has(> #file)')
  const input = page.locator('#file')
  const choose = async () => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), input.press('Space')])
    return chooser
  }
  await stopClock(page)
  await (await choose()).setFiles(textFile())
  const cancel = box.getByRole('button', { name: t('app:files.cancel', { name: 'kiln.txt' }) })
  await expect(box.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0')
  await page.clock.runFor(300)
  await expect(box.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /^[1-9]/)
  await cancel.click()
  await expect(box.getByRole('progressbar')).toBeHidden()
  await expect(input).toBeFocused()
  await page.clock.runFor(2_000)
  await expect(box.getByText(t('app:files.choose'))).toBeVisible()
  await page.clock.resume()

  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['Kiln opening'], 'dropped.txt', { type: 'text/plain' }))
    return data
  })
  await box.dispatchEvent('dragenter', { dataTransfer: dropped })
  await expect(box).toHaveClass(/bg-accent/)
  // The browser itself gives what is dropped on a file input to it.
  await input.evaluate((element: HTMLInputElement, data) => {
    element.files = data.files
    element.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: data }))
    element.dispatchEvent(new Event('change', { bubbles: true }))
  }, dropped)
  await expect(box).not.toHaveClass(/bg-accent/)
  await expect(box.getByRole('link', { name: 'dropped.txt' })).toBeVisible()
  await expect(box.getByRole('status')).toHaveText(t('app:files.done', { name: 'dropped.txt' }))
  await expect(input).toHaveAccessibleDescription(/dropped\.txt.*kB/)

  // What is there stays when another one is refused, canceled or can't be sent.
  for (const [file, error] of [
    [{ ...textFile('setup.exe'), mimeType: 'application/octet-stream' }, t('errors:wrongFileType')],
    [textFile('large.txt', 1_100_000), t('errors:fileTooLarge', { maxMegabytes: '1' })],
  ] as const) {
    await input.setInputFiles(file)
    await expect(input).toHaveAccessibleDescription(new RegExp(error.replaceAll('.', '\\.')))
    await expect(box.getByRole('link', { name: 'dropped.txt' })).toBeVisible()
  }
  await context.setOffline(true)
  await input.setInputFiles(textFile())
  await expect(input).toHaveAccessibleDescription(new RegExp(t('errors:offline').replaceAll('.', '\\.')))
  await context.setOffline(false)
  await stopClock(page)
  await input.setInputFiles(textFile())
  await cancel.press('Enter')
  await page.clock.runFor(2_000)
  await expect(box.getByRole('link', { name: 'dropped.txt' })).toBeVisible()
  await page.clock.resume()

  await (await choose()).setFiles(textFile('replaced.txt'))
  await expect(box.getByRole('link', { name: 'replaced.txt' })).toBeVisible()
  await box.getByRole('button', { name: t('app:files.remove', { name: 'replaced.txt' }) }).press('Enter')
  await expect(input).toBeFocused()
  await expect(box.getByRole('link')).toHaveCount(0)
})
