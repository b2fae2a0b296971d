import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { writeMissingGaps } from '@plinth/cli/feature/language-gaps.ts'
import { BASE_FILE, readBase } from '@plinth/cli/feature/starter-base.ts'
import { otherLanguages } from '@plinth/testing/languages.ts'
import { copyProject } from '@plinth/testing/programs/project-copy.ts'
import { runCommand } from '@plinth/testing/programs/run-command.ts'

const identity = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((who) => [
    [`GIT_${who}_NAME`, 'Nora Neu'],
    [`GIT_${who}_EMAIL`, 'nora@example.com'],
  ]),
)

const runIn = (folder: string) => async (name: string, args: string) => {
  const command = runCommand(['node_modules/.bin/node', 'scripts/run.mjs', name, ...args.split(' ')], {
    cwd: folder,
    env: identity,
  })
  return { code: await command.ended, output: command.output() }
}

test('a language is added with every text in English, counted until it is translated', async () => {
  const copy = copyProject()
  const run = async (...args: string[]) => {
    const command = runCommand(['node_modules/.bin/node', 'scripts/run.mjs', ...args], { cwd: copy.folder })
    return { code: await command.ended, output: command.output() }
  }
  const before = copy.files()
  expect((await run('add:language', 'ar')).output).toContain('from right to left')
  expect(await run('add:language', 'fr')).toMatchObject({
    code: 0,
    output: expect.stringContaining('French is a language of the interface'),
  })
  const after = copy.files()
  expect(after.get('src/languages.ts')).toContain("fr: { english: 'French', own: 'Français' }")
  expect([...after.keys()].filter((file) => after.get(file) !== before.get(file))).toSatisfy(
    (changed: string[]) => changed.every((file) => /^(src|\.plinth)\//.test(file)),
  )
  expect(after.get('src/core-texts/errors/locales/fr.json')).toContain('"offline": null')
  // French has a plural form that English has not.
  expect(after.get('src/features/administration/locales/fr.json')).toMatch(/_many": null/)
  expect(await run('check-texts')).toEqual({ code: 0, output: '' })
  expect((await run('add:language', 'fr')).output).toContain('French is there already')
})

test('a language that a release does not know gets gaps for its new texts and files, and keeps its own', async () => {
  const copy = copyProject()
  const run = runIn(copy.folder)
  expect(await run('add:language', 'fr')).toMatchObject({ code: 0 })
  const [kept, lost] = ['src/app/locales/fr.json', 'src/core-texts/errors/locales/fr.json']
  const texts = JSON.parse(copy.files().get(kept) ?? '') as Record<string, unknown>
  const { editor: _, ...rest } = texts
  copy.write(kept, `${JSON.stringify({ own: 'Notre', ...rest }, null, 2)}\n`)
  rmSync(path.join(copy.folder, lost))

  expect(writeMissingGaps(copy.folder).toSorted()).toEqual([kept, lost])
  expect(JSON.parse(copy.files().get(kept) ?? '')).toEqual({ own: 'Notre', ...texts })
})

test('a language that is removed leaves no trace but that it was, until it is added again', async () => {
  const copy = copyProject()
  const run = runIn(copy.folder)
  const before = copy.files()
  const base = readBase(copy.folder)
  const { removedLanguages = [] } = base
  expect(await run('add:language', 'fr')).toMatchObject({ code: 0 })
  expect(await run('remove:language', 'fr')).toMatchObject({
    code: 0,
    output: expect.stringContaining('French removed'),
  })
  expect(copy.files()).toEqual(before)
  const recorded = [...removedLanguages, 'fr'].toSorted()
  expect(readBase(copy.folder)).toEqual({ ...base, removedLanguages: recorded })
  expect(await run('add:language', 'fr')).toMatchObject({ code: 0 })
  expect(readBase(copy.folder)).toEqual(base)
})

test.skipIf(otherLanguages.length === 0)(
  'a release that changes the texts of a removed language, or has more of them, brings none back',
  async () => {
    const [release, project] = [copyProject(), copyProject()]
    const language = otherLanguages.at(-1) ?? ''
    for (const code of ['en', language]) {
      const file = `src/app/locales/${code}.json`
      const texts = JSON.parse(release.files().get(file) ?? '') as object
      release.write(file, `${JSON.stringify({ ...texts, added: code }, null, 2)}\n`)
    }
    release.write(`src/lib/locales/${language}.json`, '{}\n')
    release.write(BASE_FILE, '{ "version": "999.0.0" }\n')

    const git = async (...args: string[]) =>
      expect(await runCommand(['git', ...args], { cwd: project.folder, env: identity }).ended).toBe(0)
    await git('init', '--quiet')
    project.write('.git/info/exclude', '/node_modules\n')
    await git('add', '--all')
    await git('commit', '--quiet', '--message', 'The starter')
    const run = runIn(project.folder)
    expect(await run('remove:language', language)).toMatchObject({ code: 0 })
    await git('commit', '--quiet', '--all', '--message', 'Without it')
    // The English texts, and which release it is.
    expect(await run('upgrade', `${release.folder} --base HEAD~1 --dry-run`)).toEqual({
      code: 0,
      output: `Release 999.0.0, from ${release.folder}.\nRelease 999.0.0 changes 2 files of this project, 0 with conflicts.\n`,
    })
  },
)

test.each([
  ['no language of the interface', 'fr', 'fr is no language of the interface. There are: en'],
  ['one of several that is none', 'fr en', 'fr is no language of the interface'],
  ['the language that fills gaps', 'en', 'English stays'],
])('%s is not removed, and nothing changes', async (_, args, says) => {
  const copy = copyProject()
  const before = copy.files()
  const { code, output } = await runIn(copy.folder)('remove:language', args)
  expect(output).toContain(says)
  expect(code).toBe(1)
  expect(copy.files()).toEqual(before)
})

test('a file whose shape is not as expected is named, and nothing is removed', async () => {
  const copy = copyProject()
  const run = runIn(copy.folder)
  copy.write(
    'src/languages.ts',
    `export const languageNames = { en: { english: 'English' }, fr: { english: 'French' } }\nexport const languages = ['en', 'fr']\n`,
  )
  const before = copy.files()
  const { code, output } = await run('remove:language', 'fr')
  expect(output).toContain('src/languages.ts has another shape than expected')
  expect(code).toBe(1)
  expect(copy.files()).toEqual(before)
})
