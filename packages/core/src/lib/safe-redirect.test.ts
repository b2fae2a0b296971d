import fc from 'fast-check'
import { expect, test } from 'vitest'
import { resolveRedirect, safeRedirect } from './safe-redirect.ts'

const origin = 'https://app.example'

// Everything that URL parsers treat specially, in any order.
const parts = [
  '/',
  '//',
  '\\',
  '.',
  '..',
  '%2e',
  '%2E%2e',
  '%2f',
  '%5C',
  '%09',
  '%0d',
  '%00',
  '\t',
  '\n',
  ' ',
  '\u0000',
]
const words = [
  'dashboard',
  'login',
  'evil.example',
  '@evil.example',
  ':80',
  ':',
  '?a=1',
  '#b',
  'https:',
  'javascript:',
  'é',
]
const urls = fc
  .tuple(
    fc.constantFrom('', '/', '/dashboard/', origin, `${origin}/`, 'https://evil.example/', 'https:'),
    fc.array(fc.oneof(fc.constantFrom(...parts), fc.constantFrom(...words), fc.webPath()), { maxLength: 10 }),
  )
  .map(([start, rest]) => start + rest.join(''))

test('a redirect stays on the origin, however a browser resolves it, and resolving it again changes nothing', () => {
  let passed = 0
  fc.assert(
    fc.property(urls, (target) => {
      const path = resolveRedirect(target, origin)
      if (path === undefined) return
      passed += 1
      expect(path).toMatch(/^\/(?![/\\])/)
      expect(new URL(path, origin).origin).toBe(origin)
      // A page in a folder resolves it like the address bar.
      expect(new URL(path, `${origin}/a/b/c`).href).toBe(new URL(path, origin).href)
      expect(resolveRedirect(path, origin)).toBe(path)
    }),
    { numRuns: 20_000 },
  )
  expect(passed).toBeGreaterThan(1000)
})

test.each([
  '/dashboard/..//evil.example/login',
  '/dashboard/%2e%2e//evil.example/login',
  '/.//evil.example',
  '//evil.example',
  '/\\evil.example',
  '/%2fevil.example',
  'https://evil.example/',
  'https://app.example.evil.example/',
  'javascript:alert(1)',
  undefined,
])('%s is no redirect', (target) => {
  expect(resolveRedirect(target, origin)).toBeUndefined()
  expect(safeRedirect(target)).toBe('/dashboard')
})

test.each([
  ['/dashboard/there/../settings?tab=a#b', '/dashboard/settings?tab=a#b'],
  [`${origin}/login?x=1`, '/login?x=1'],
  ['/dashboard', '/dashboard'],
])('%s is resolved to %s', (target, path) => {
  expect(resolveRedirect(target, origin)).toBe(path)
})
