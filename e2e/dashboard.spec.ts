import type { Page } from '@playwright/test'
import { call, callAuth } from '@plinth/testing/browser/call.ts'
import { expect, hydrated, test } from '@plinth/testing/browser/fixtures.ts'
import { stepsOfFeatures } from '@plinth/testing/browser/screens.ts'
import { textIn } from '@plinth/testing/browser/texts.ts'

const steps = (page: Page) => page.getByRole('region', { name: textIn('en')('overview:steps.title') })
const open = async (page: Page, path = '/dashboard') => {
  await page.goto(path)
  await hydrated(page)
}

test('the next steps complete themselves and disappear after the last one', async ({
  page,
  enter,
  user,
  readMail,
}) => {
  const t = textIn('en')
  await enter(user)
  await open(page)
  const all = await steps(page).getByRole('listitem').count()
  const isDone = async (done: number) => {
    await open(page)
    const said = t('overview:steps.done', { done: String(done), all: String(all) })
    await expect(done < all ? steps(page).getByText(said) : steps(page)).toHaveCount(done < all ? 1 : 0)
  }
  await isDone(0)
  const link = new URL((await readMail(user.email, /./)).links[0] ?? '')
  await callAuth(page, '/verify-email', { token: link.searchParams.get('token') })
  await isDone(1)
  for (const [at, complete] of stepsOfFeatures.entries()) {
    await complete((procedure, input) => call(page, procedure, input), user)
    await isDone(at + 2)
  }
})
