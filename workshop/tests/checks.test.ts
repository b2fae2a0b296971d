import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { folderWith } from '@plinth/testing/programs/folder-with.ts'
import { checkAsvs, writeAsvs } from '../checks/asvs.ts'
import { checkRegexes } from '../checks/regexes/regexes.ts'

test('asvs: a proof that does not exist and a stale document are reported', () => {
  const requirement = (by: readonly string[]) => ({ '1.1.1': { level: 1, what: 'something holds', by } })
  const project = (by: readonly string[], more: object = {}) =>
    folderWith({
      'workshop/checks/asvs.json': { ...requirement(by), ...more },
      'tests/a.test.ts': "test('it holds', () => {})",
      'tests/a.ts': '',
      'docs/security.md': '# Keys',
      'packages/cli/src/check.ts': "  types: () =>\n  'dead code': () =>",
      'workshop/checks.ts': '  terms: checkTerms,',
      '.oxlintrc.json': '{\n  "eqeqeq": "error"\n}',
    })
  const right = [
    'tests/a.test.ts',
    'tests/a.test.ts > it holds',
    'docs/security.md#Keys',
    'check:dead code',
    'check:terms',
  ]
  const root = project([...right, 'lint:eqeqeq'])
  expect(checkAsvs(root)).toEqual([expect.stringContaining('workshop/docs/asvs.md differs')])
  mkdirSync(path.join(root, 'workshop/docs'))
  writeAsvs(root)
  expect(checkAsvs(root)).toEqual([])
  for (const wrong of [
    'tests/b.test.ts',
    'tests/a.ts',
    'tests/a.test.ts > it breaks',
    'docs/security.md#Key',
    'check:code',
    'lint:eqeq',
    'src/features/bills/tests/a.test.ts',
  ])
    expect(checkAsvs(project([wrong])), wrong).toEqual([expect.stringContaining(`1.1.1 names ${wrong}: `)])
  const nothing = { '1.1.2': { level: 2, what: 'something else' } }
  const both = { '1.1.2': { level: 2, what: 'something else', by: right, none: 'there is none' } }
  for (const more of [nothing, both])
    expect(checkAsvs(project(right, more))).toEqual([expect.stringContaining('1.1.2 needs either')])
})

test('regular expressions that do not take linear time, or are built at run time, need a reviewed reason', async () => {
  const check = (...lines: string[]) => checkRegexes(folderWith({ 'src/a.ts': lines.join('\n') }))
  expect(
    await check(
      'export const a = /^[a-z]+$/',
      '// regex-reviewed: at most 20 characters',
      'export const b = /(a+)+$/',
      'export const c = new RegExp(String(b)) // regex-reviewed: a constant',
    ),
  ).toEqual([])
  expect(await check('', 'export const a = /(a+)+$/')).toEqual(['src/a.ts:2 /(a+)+$/ is exponential'])
  expect(await check('export const a = (b: string) => new RegExp(b)')).toHaveLength(1)
})
