import { beforeAll, expect, test } from 'vitest'
import { mail } from '@plinth/core/internal/email/mail.table.server.ts'
import { serverFunctionAddresses } from '../../../../tests/matrix/ask.ts'
import { openApp, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { getRaw } from '@plinth/testing/http/raw-request.ts'

const CANARY = 'canary-of-the-mailbox'

let app: AppUnderTest
beforeAll(async () => {
  app = await openApp()
  const texts = { subject: CANARY, text: CANARY, html: CANARY }
  await app.db.insert(mail).values({
    id: 'canary00000',
    to: 'ada@example.com',
    language: 'en',
    template: 'verifyEmail',
    links: [],
    ...texts,
  })
})

test('the server function and the page of the mailbox respond to this machine only', async () => {
  const address = serverFunctionAddresses().get('readMailbox') ?? ''
  const leaks = async (...lines: string[]) => {
    const asked = ['/dev/mailbox', address].map((path) =>
      getRaw(app.port, path, ['Sec-Fetch-Site: same-origin', 'x-tsr-serverfn: true', ...lines]),
    )
    return (await Promise.all(asked)).map(({ body }) => body.includes(CANARY))
  }
  const own = `Host: localhost:${app.port}`
  expect(await leaks(own)).toEqual([true, true])
  expect(await leaks('Host: evil.example')).toEqual([false, false])
  expect(await leaks(own, 'X-Forwarded-For: 127.0.0.1')).toEqual([false, false])
})
