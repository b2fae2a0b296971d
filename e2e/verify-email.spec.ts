import { mailedCode } from '@plinth/testing/browser/mailed-code.ts'
import { arrived, expect, hydrated, test } from '@plinth/testing/browser/fixtures.ts'
import { button, en } from '@plinth/testing/browser/settings-page.ts'
import { soundAndFitting } from '@plinth/testing/browser/sound-and-fitting.ts'
import { visitor } from '@plinth/testing/browser/team-fixtures.ts'

const banner = (email: string) => en('verify-email:banner.text', { email })
const verifyMail = new RegExp(en('sign-in-mails:verifyEmail.subject', { brand: '' }).trim())

test('a new user types the code of the mail into the banner, by the wrong code first', async ({
  page,
  user,
  enter,
  readMail,
  watch,
}) => {
  watch.expectProblem(/400.*verify-email\/code/)
  await enter(user)
  await page.goto('/dashboard')
  await hydrated(page)
  await expect(page.getByText(banner(user.email))).toBeVisible()
  // The mail of the sign-up counts, also after a reload.
  await expect(page.getByText(/^Resend in \d+s$/)).toBeVisible()
  const code = mailedCode(await readMail(user.email, verifyMail))
  const field = page.getByLabel(en('verify-email:banner.code'))
  await field.fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'))
  await expect(field).toHaveAccessibleDescription(en('security:invalidOtp'))
  await soundAndFitting(page, 'the banner with a wrong code')
  await field.fill('')
  await field.pressSequentially(`${code.slice(0, 3)} ${code.slice(3)}`)
  await expect(page.getByText(banner(user.email))).toHaveCount(0)
  await page.goto('/dashboard')
  await expect(page.getByText(banner(user.email))).toHaveCount(0)
})

test('the link elsewhere with the password keeps the session that signed up', async ({
  page,
  user,
  enter,
  readMail,
  browser,
  baseURL,
}) => {
  await enter(user)
  const { links } = await readMail(user.email, verifyMail)
  const phone = await visitor(browser, baseURL ?? '')
  await phone.goto(links[0] ?? '')
  await hydrated(phone)
  await expect(phone.getByText(`${user.firstName} ${user.lastName}`)).toBeVisible()
  await soundAndFitting(phone, 'the page of the link elsewhere')
  await phone.locator('#password').fill('not the password')
  await button(phone, en('verify-email:link.submit')).click()
  await expect(phone.locator('#password')).toHaveAccessibleDescription(en('security:wrongPassword'))
  await phone.locator('#password').fill(user.password)
  await button(phone, en('verify-email:link.submit')).click()
  await expect(phone.getByText(en('verify-email:link.stays'))).toBeVisible()
  await page.goto('/dashboard')
  await arrived(page, '/dashboard')
  await expect(page.getByText(banner(user.email))).toHaveCount(0)
  await phone.context().close()
})

test('the link elsewhere without the password ends that session, which says why', async ({
  page,
  user,
  enter,
  readMail,
  browser,
  baseURL,
}) => {
  await enter(user)
  const { links } = await readMail(user.email, verifyMail)
  const phone = await visitor(browser, baseURL ?? '')
  await phone.goto(links[0] ?? '')
  await hydrated(phone)
  await button(phone, en('verify-email:link.without')).click()
  await expect(phone.getByText(en('verify-email:link.signedOut'))).toBeVisible()
  await phone.goto(links[0] ?? '')
  await expect(phone.getByRole('heading', { name: en('verify-email:page.successTitle') })).toBeVisible()
  await page.goto('/dashboard')
  await arrived(page, '/login')
  await expect(page.getByText(en('sign-in:signIn.endedVerifiedElsewhere'))).toBeVisible()
  await soundAndFitting(page, 'the sign-in page with the reason')
  await phone.context().close()
})

test("'It wasn't me' asks, deletes the account, and the session of the stranger says why", async ({
  page,
  user,
  enter,
  readMail,
  browser,
  baseURL,
}) => {
  await enter(user)
  const { links } = await readMail(user.email, verifyMail)
  const owner = await visitor(browser, baseURL ?? '')
  await owner.goto(links[0] ?? '')
  await hydrated(owner)
  await button(owner, en('verify-email:link.notMe')).click()
  await button(owner, en('verify-email:link.notMeSubmit')).click()
  await expect(owner.getByText(en('verify-email:link.notMeDone', { email: user.email }))).toBeVisible()
  await page.goto('/dashboard')
  await arrived(page, '/login')
  await expect(page.getByText(en('sign-in:signIn.endedDisowned'))).toBeVisible()
  await owner.context().close()
})
