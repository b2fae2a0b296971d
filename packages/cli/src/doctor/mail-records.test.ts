import { expect, test } from 'vitest'
import { judgeMailRecords } from './mail-records.ts'

const judge = (spf: string[] | undefined, dmarc: string[] | undefined) =>
  judgeMailRecords('example.com', { spf, dmarc }).map(({ ok, says }) => `${ok} ${says}`)

test.each([
  [['v=spf1 include:provider.example -all', 'google-site-verification=x'], /^true .*names who may send/],
  [['v=spf1 +all'], /^false .*lets every server send/],
  [['v=spf1 include:a -all', 'v=spf1 include:b -all'], /^false .*2 SPF records/],
  [['v=spf10 -all'], /^false .*no SPF record/],
  [[], /^false .*no SPF record/],
  [undefined, /^false .*can't be asked/],
])('the SPF records %j', (records, expected) => {
  expect(judge(records, [])[0]).toMatch(expected)
})

test.each([
  [['v=DMARC1; p=reject; rua=mailto:a@example.com'], /^true example.com: reject/],
  [['v=DMARC1; rua=mailto:a@example.com'], /^false .*no policy/],
  [['something else'], /^false .*no DMARC record/],
  [undefined, /^false .*can't be asked/],
])('the DMARC records %j', (records, expected) => {
  expect(judge([], records)[1]).toMatch(expected)
})
