import { expect, test } from 'vitest'
import { REASON_MAX_LENGTH } from '@plinth/core/internal/auth/administration/impersonation.schema.ts'
import { BAN_NOTICE, banNoticeValue, readBanNotice } from './ban-notice.ts'

const cookieOf = (notice: object) => `i18next=de; ${BAN_NOTICE}=${banNoticeValue(notice)}; other=1`

test('a notice set by the server can be read back, whatever the reason contains', () => {
  const notice = { reason: 'Spam; "twice" = often, ü', until: '2026-12-01T10:00:00.000Z' }
  expect(readBanNotice(cookieOf(notice))).toEqual(notice)
  expect(readBanNotice(cookieOf({ reason: 'Spam' }))).toEqual({ reason: 'Spam' })
})

test.each(['禁', 'Ж', '\u20ac', '\u{1f6ab}', '"', '\\'])(
  'the longest reason fits into a cookie, which browsers drop above 4,096 bytes: %s',
  (sign) => {
    const reason = sign.repeat(REASON_MAX_LENGTH / sign.length)
    const notice = { reason, until: '2026-12-01T10:00:00.000Z' }
    expect(`${BAN_NOTICE}=${banNoticeValue(notice)}`.length).toBeLessThan(4_096)
    expect(readBanNotice(cookieOf(notice))).toEqual(notice)
  },
)

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
