import { expect, test } from 'vitest'
import { copyProject } from './support/project-copy.ts'
import { runCommand } from './support/run-command.ts'

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
