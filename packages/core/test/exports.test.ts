import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Imports a module as a bundler for the browser resolves it. */
const forBrowser = (module: string) =>
  execFileSync(
    process.execPath,
    ['--conditions=browser', '--input-type=module', '-e', `await import('@plinth/core/${module}')`],
    { encoding: 'utf8', stdio: 'pipe' },
  )

test('what runs only on the server does not exist for the browser', () => {
  expect(() => forBrowser('db/columns.server.ts')).toThrow('ERR_PACKAGE_PATH_NOT_EXPORTED')
  expect(forBrowser('lib/csv.ts')).toBe('')
})
