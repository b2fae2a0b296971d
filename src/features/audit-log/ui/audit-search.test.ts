import { expect, test } from 'vitest'
import { exportAddress, filterOf } from './audit-request.ts'
import { auditSearch } from './audit-search.ts'

test('parses search params and drops invalid ones', () => {
  const whole = {
    q: 'ada',
    actor: 'id1',
    target: 'id-2',
    action: 'user.ban',
    from: '2026-02-01',
    to: '2026-02-28',
  }
  expect(auditSearch(whole)).toEqual(whole)
  expect(
    auditSearch({
      q: '',
      actor: 'a b',
      target: ['x'],
      action: 'user.ban.now',
      from: '2026-02-31x',
      to: '2026-13-01',
    }),
  ).toEqual({})
})

test('days are whole UTC days, on the server and in the browser', () => {
  expect(filterOf({ from: '2026-02-01', to: '2026-02-01' })).toEqual({
    from: new Date('2026-02-01T00:00:00.000Z'),
    to: new Date('2026-02-01T23:59:59.999Z'),
  })
  expect(exportAddress({ q: 'ada', to: '2026-02-01' })).toBe(
    '/api/admin/audit.csv?search=ada&to=2026-02-01T23%3A59%3A59.999Z',
  )
})
