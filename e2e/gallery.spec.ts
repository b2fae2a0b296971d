import { violations } from './support/axe.ts'
import { expect, hydrated, test } from './support/fixtures.ts'
import { textIn } from './support/texts.ts'

const t = textIn('en')

test.beforeEach(async ({ page }) => {
  await page.goto('/dev/components')
  await hydrated(page)
})

test('an error takes the place of the hint, stays until its field is right, and moves no neighbor', async ({
  page,
}) => {
  const form = page.getByRole('region', { name: t('gallery:sections.form') })
  const name = form.getByRole('textbox', { name: t('gallery:name') })
  const role = form.getByRole('textbox', { name: t('gallery:role') })
  const save = form.getByRole('button', { name: t('gallery:save') })
  await role.fill('Potter')
  await save.click()
  // The first invalid field has the focus, and leaving it changes nothing.
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

test('what opens breaks no accessibility rule, light or dark', async ({ page }) => {
  const overlays = page.getByRole('region', { name: t('gallery:sections.overlays') })
  for (const [opener, role] of [
    ['Dialog', 'dialog'],
    ['TitledDialog', 'dialog'],
    ['Sheet', 'dialog'],
    [t('gallery:typeName'), 'dialog'],
    ['DropdownMenu', 'menu'],
  ] as const) {
    await overlays.getByRole('button', { name: opener, exact: true }).click()
    await expect(page.getByRole(role)).toBeVisible()
    expect(await violations(page, `[role=${role}]`), opener).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole(role)).toBeHidden()
  }
  await overlays.getByRole('button', { name: t('gallery:undo') }).click()
  await expect(
    page.locator('[data-sonner-toast]').getByRole('button', { name: t('gallery:undo') }),
  ).toBeVisible()
  expect(await violations(page, '[data-sonner-toast]')).toEqual([])
})

test('a theme made for shadcn is taken by every component', async ({ page }) => {
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
