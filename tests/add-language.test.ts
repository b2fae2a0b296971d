import { expect, test } from 'vitest'
import { copyProject } from './support/project-copy.ts'
import { runCommand } from './support/run-command.ts'

const runIn = (folder: string) => async (script: string, args: string) => {
  const command = runCommand(['node_modules/.bin/node', `scripts/${script}.ts`, ...args.split(' ')], {
    cwd: folder,
  })
  return { code: await command.ended, output: command.output() }
}

test('a language is added with every text in English, counted until it is translated', async () => {
  const copy = copyProject()
  const run = async (...args: string[]) => {
    const command = runCommand(['node_modules/.bin/node', ...args], { cwd: copy.folder })
    return { code: await command.ended, output: command.output() }
  }
  expect((await run('scripts/add-language.ts', 'ar')).output).toContain('from right to left')
  expect(await run('scripts/add-language.ts', 'fr')).toMatchObject({
    code: 0,
    output: expect.stringContaining('French is a language of the interface'),
  })
  expect(copy.files().get('src/core/i18n/languages.ts')).toContain(
    "fr: { english: 'French', own: 'Français' }",
  )
  // French has a plural form that English has not.
  expect(copy.files().get('src/features/administration/locales/fr.json')).toMatch(/_many": null/)
  expect(await run('scripts/check-texts.ts')).toEqual({ code: 0, output: '' })
  expect((await run('scripts/add-language.ts', 'fr')).output).toContain('French is there already')
})

test('a language that is removed leaves no trace', async () => {
  const copy = copyProject()
  const run = runIn(copy.folder)
  const before = copy.files()
  expect(await run('add-language', 'fr')).toMatchObject({ code: 0 })
  expect(await run('remove-language', 'fr')).toMatchObject({
    code: 0,
    output: expect.stringContaining('French removed'),
  })
  expect(copy.files()).toEqual(before)
})

test.each([
  ['no language of the interface', 'fr', 'fr is no language of the interface. There are: en'],
  ['one of several that is none', 'fr en', 'fr is no language of the interface'],
  ['the language that fills gaps', 'en', 'English stays'],
])('%s is not removed, and nothing changes', async (_, args, says) => {
  const copy = copyProject()
  const before = copy.files()
  const { code, output } = await runIn(copy.folder)('remove-language', args)
  expect(output).toContain(says)
  expect(code).toBe(1)
  expect(copy.files()).toEqual(before)
})

test('a file whose shape is not as expected is named, and nothing is removed', async () => {
  const copy = copyProject()
  const run = runIn(copy.folder)
  await run('add-language', 'fr')
  copy.write('src/core/log/request-scope.server.ts', 'export {}\n')
  const before = copy.files()
  const { code, output } = await run('remove-language', 'fr')
  expect(output).toContain('src/core/log/request-scope.server.ts has another shape than expected')
  expect(code).toBe(1)
  expect(copy.files()).toEqual(before)
})
