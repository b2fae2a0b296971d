import { expect, test } from 'vitest'
import { openApp, publicSettings } from '@plinth/testing/http/open-app.ts'
import { newestLink, signUp } from '@plinth/testing/http/users.ts'

test('with the word log for SMTP_URL, the start says that no mail is sent, and the log has each with its link', async () => {
  const app = await openApp({ ...publicSettings, SMTP_URL: 'log' })
  expect(app.output()).toMatch(/NO MAIL IS SENT \(SMTP_URL is log\)/)
  expect(app.output()).toMatch(/"level":"warn".*NO MAIL IS SENT/)
  const { email } = await signUp(app)
  const link = await newestLink(app, email)
  await expect.poll(() => app.output(), { timeout: 20_000 }).toContain(link.href)
})
