import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { checkTexts } from '@plinth/cli/check-texts.ts'
import { deleteFeatures } from '@plinth/cli/feature/delete-features.ts'
import { leaveWorkshop } from '@plinth/cli/feature/leave-workshop.ts'
import { renameProject } from '@plinth/cli/feature/rename-project.ts'
import { productName } from '@plinth/cli/feature/rename-text.mjs'
import { setAccent } from '@plinth/cli/feature/set-accent.ts'
import { copyProject, sourceFiles } from '@plinth/testing/programs/project-copy.ts'
import { brand } from '#/brand.ts'
import { checkDocs } from '../checks/docs.ts'

const isDocument = (file: string) => /^(docs\/)?[\w-]+\.md$/.test(file)

test('a project that left the workshop has no command of it, and its documents name nothing of it', () => {
  const { folder, files } = copyProject()
  leaveWorkshop(folder)
  const left = files()
  expect([...left.keys()].filter((file) => /^(workshop|docs\/decisions)\//.test(file))).toEqual([])
  const { scripts } = JSON.parse(left.get('package.json') ?? '') as { scripts: Record<string, string> }
  const missing = Object.values(scripts).flatMap((command) =>
    command.split(' ').filter((word) => word.includes('/') && !existsSync(path.join(folder, word))),
  )
  expect(missing).toEqual([])
  expect(checkDocs(folder)).toEqual([])
  expect(checkTexts(folder)).toEqual([])
  const naming = [...left].flatMap(([file, text]) =>
    isDocument(file) && /\bworkshop\/|\bdecisions? \d|docs\/decisions/.test(text) ? [file] : [],
  )
  expect(naming).toEqual([])
  // A drawing keeps its other lines, a table its last row, a cell what else it says.
  expect(left.get('docs/architecture.md')).toContain('\nbuild/ ')
  expect(left.get('docs/architecture.md')).toMatch(/\| +`docs\/guides\.md` \|$/m)
  expect(left.get('docs/security.md')).toMatch(/^\| A start with a wrong database/m)
  // It is none yet, and stays as it is.
  leaveWorkshop(folder)
  expect(files()).toEqual(left)
})

test('the documents of a project name no test that packages do not ship', () => {
  const { folder, files } = copyProject()
  for (const place of globSync('packages/*/{test,src/**/*.test.ts}', { cwd: folder }))
    rmSync(path.join(folder, place), { recursive: true })
  leaveWorkshop(folder)
  expect(checkDocs(folder, ['*.md', 'docs/*.md'])).toEqual([])
  const security = () => readFileSync(path.join(folder, 'docs/security.md'), 'utf8')
  // A cell keeps those that are there, and gets features' tests of the same name.
  expect(security()).toContain('| `src/features/*/tests/first-proof.test.ts`, `tests/user-columns.test.ts` |')
  expect(security()).toMatch(/^\| A password that others .*\| tests of the package \|$/m)
  expect(files().get('AGENTS.md')).toContain(
    'with their journeys: `src/…/x.test.ts`, `e2e/sign-in.spec.ts` |',
  )
  // They go with their features.
  deleteFeatures(folder, ['posts'])
  expect(checkDocs(folder, ['*.md', 'docs/*.md'])).toEqual([])
})

test('no page, text, mail, command or test writes out what the product is called', () => {
  const files = sourceFiles(
    '{src,packages,tests,e2e,scripts,workshop}/**/*.{ts,tsx,mjs,css,json,html,template}',
  )
  const named = files.filter(
    (file) =>
      !['src/brand.ts', 'packages/cli/src/rename.ts'].includes(file) &&
      !file.startsWith('packages/create-plinth/') &&
      new RegExp(`\\b${brand.name}\\b`).test(readFileSync(file, 'utf8')),
  )
  expect(named).toEqual([])
})

const notByDefault = [
  ...['api', 'audit-log', 'chat', 'connections', 'documents', 'gallery', 'permissions', 'todos', 'webhooks'],
]

test.each([
  ['of everything', []],
  ['of what it begins with by default', notByDefault],
])("a project %s has the starter's name in names of packages and in its licence alone", (_, without) => {
  const { folder, files } = copyProject()
  leaveWorkshop(folder)
  if (without.length > 0) deleteFeatures(folder, without)
  setAccent(folder, 255)
  renameProject(folder, productName('Acme Desk'))
  rmSync(path.join(folder, 'packages'), { recursive: true })
  const word = brand.name.toLowerCase()
  const names = new RegExp(
    `@${word}\\\\?/|\\bcreate-${word}\\b|\\bnpx ${word}(?= )|\\.bin/${word}\\b|\\.${word}\\b|"${word}": "src/${word}\\.mjs"`,
    'g',
  )
  const naming = [...files()].flatMap(([file, text]) =>
    file === 'licenses/starter.txt'
      ? []
      : [file, ...text.split('\n')]
          .map((line) => line.replaceAll(names, ''))
          .flatMap((line) => (line.toLowerCase().includes(word) ? [`${file}: ${line.slice(0, 160)}`] : [])),
  )
  expect(naming).toEqual([])
  expect(readFileSync(path.join(folder, 'licenses/starter.txt'), 'utf8')).toContain(brand.name)
})
