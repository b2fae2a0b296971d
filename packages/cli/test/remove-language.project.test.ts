import { expect, test } from 'vitest'
import { otherLanguages } from '@plinth/testing/languages.ts'
import { copyProject, PROJECT_MS } from '@plinth/testing/programs/project-copy.ts'
import { runCommand } from '@plinth/testing/programs/run-command.ts'

test.skipIf(otherLanguages.length === 0)(
  'without a language every check passes',
  { timeout: PROJECT_MS },
  async () => {
    const copy = copyProject()
    const run = async (...args: string[]) => {
      const command = runCommand(['node_modules/.bin/node', 'scripts/run.mjs', ...args], { cwd: copy.folder })
      return { code: await command.ended, output: command.output() }
    }
    const language = otherLanguages.at(-1) ?? ''
    expect(await run('remove:language', language)).toMatchObject({ code: 0 })
    const left = [...copy.files().keys()].filter((file) => file.endsWith(`/locales/${language}.json`))
    expect(left.filter((file) => file.startsWith('src/'))).toEqual([])
    const { code, output } = await run('check', '--all')
    expect(code, output).toBe(0)
  },
)
