import { expect, test } from 'vitest'
import { BAN_NOTICE, readBanNotice } from './ban-notice.ts'

const cookieOf = (value: unknown) =>
  `i18next=de; ${BAN_NOTICE}=${encodeURIComponent(JSON.stringify(value))}; other=1`

test('a notice set by the server can be read back, whatever the reason contains', () => {
  const notice = { reason: 'Spam; "twice" = often, ü', until: '2026-12-01T10:00:00.000Z' }
  expect(readBanNotice(cookieOf(notice))).toEqual(notice)
  expect(readBanNotice(cookieOf({ reason: 'Spam' }))).toEqual({ reason: 'Spam' })
})

test.each([
  '',
  'i18next=de',
  `x${BAN_NOTICE}=1`,
  `${BAN_NOTICE}=%`,
  `${BAN_NOTICE}=nonsense`,
  `${BAN_NOTICE}=null`,
])('cookies without a valid notice are ignored: %j', (cookies) => {
  expect(readBanNotice(cookies)).toBeUndefined()
})
