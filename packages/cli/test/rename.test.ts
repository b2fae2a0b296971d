import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { brand } from '../../../src/brand.ts'
import { productName, renameText } from '@plinth/cli/feature/rename-text.mjs'
import { refuseWordOfCode } from '@plinth/cli/feature/word-of-code.mjs'
import { copyProject, projectRoot, type ProjectCopy } from '@plinth/testing/programs/project-copy.ts'
import { runCommand } from '@plinth/testing/programs/run-command.ts'

const run = async ({ folder }: ProjectCopy, ...args: string[]) => {
  const command = runCommand(['node_modules/.bin/node', 'scripts/run.mjs', 'rename', ...args], {
    cwd: folder,
  })
  return { code: await command.ended, output: command.output() }
}

// What the starter is called, which a product made from it is not.
const [, former = ''] =
  /former = productName\('(.+)'\)/.exec(readFileSync('packages/cli/src/rename.ts', 'utf8')) ?? []

test('a product is renamed again and again, and what still has the former name is listed', async () => {
  const copy = copyProject()
  expect(await run(copy, 'Quartz Lamp')).toMatchObject({
    code: 0,
    output: expect.stringContaining('is Quartz Lamp now, in '),
  })
  expect(copy.files().get('src/brand.ts')).toMatch(/name: 'Quartz Lamp'[^]*brandKey = 'quartz-lamp'/)
  expect(copy.files().get('package.json')).toContain('"name": "quartz-lamp"')
  expect([...copy.files().keys()].filter((file) => file.startsWith('workshop/'))).toEqual([])
  // The commands keep theirs.
  expect(copy.files().get('package-lock.json')).toMatch(
    /^\{\n {2}"name": "quartz-lamp"[^]*"plinth": "src\/plinth\.mjs"/,
  )
  expect(copy.files().get('docs/deploy.md')).toContain('`npx plinth doctor --deploy`')
  expect(copy.files().get('Dockerfile')).toContain('node_modules/.bin/plinth')
  expect(await run(copy, '--check')).toEqual({
    code: 0,
    output: `✓ Nothing is called ${former} any more.\n`,
  })
  copy.write('src/lib/note.ts', `\n// ${former} was here.\n`)
  expect(await run(copy, '--check')).toEqual({
    code: 1,
    output: `src/lib/note.ts:2  // ${former} was here.\n`,
  })
  // A word that only the former name has is none of the code.
  expect(await run(copy, 'Quartz')).toMatchObject({ code: 0 })
  expect(copy.files().get('package.json')).toContain('"name": "quartz"')
})

test('the name of the examples is none of the code', () => {
  expect(() => refuseWordOfCode(process.cwd(), productName('Acme Desk'))).not.toThrow()
})

test('a name in capitals is told from the variables that have it', () => {
  const [capitals, other] = [productName('ORBIT'), productName('Acme Desk')]
  const text = 'ORBIT: process.env.ORBIT_URL, orbit_jobs, orbit-data'
  expect(renameText(text, capitals, other)).toBe(
    'Acme Desk: process.env.ACME_DESK_URL, acme_desk_jobs, acme-desk-data',
  )
  expect(renameText(renameText(text, capitals, other), other, capitals)).toBe(text)
})

test.each([
  ['Łódź', 'lodz'],
  ['Straße', 'strasse'],
  ['Ørsted ÆGIR', 'orsted-aegir'],
  ['日本-Go', 'go'],
])('packages of %s are called %s', (name, kebab) => {
  expect(productName(name).kebab).toBe(kebab)
})

test('a name that only tests, the demo and what no project has use is taken', () => {
  expect(() => refuseWordOfCode(projectRoot, productName('Acme'))).not.toThrow()
})

test('a name that the product could not lose again is rejected in one line, and nothing changes', async () => {
  const copy = copyProject()
  const before = copy.files()
  for (const [name, says] of [
    ['User', 'User is a word of the code already'],
    ['React', 'React is a word of the code already'],
    ["O'Hara", 'A name begins with a letter'],
    ['Яндекс', 'A name needs a Latin letter'],
    ['orbit', 'Write Orbit.'],
    ['acme-desk', 'Write Acme-Desk.'],
  ] as const) {
    const { code, output } = await run(copy, name)
    expect(output).toMatch(/^\n✗ [^\n]+\n\n$/)
    expect(output).toContain(says)
    expect(code, name).toBe(1)
    expect(copy.files()).toEqual(before)
  }
})

test('a name that it has already changes nothing', async () => {
  const copy = copyProject()
  const before = copy.files()
  expect(await run(copy, brand.name)).toEqual({
    code: 0,
    output: `✓ The product is called ${brand.name} already.\n`,
  })
  expect(copy.files()).toEqual(before)
})
