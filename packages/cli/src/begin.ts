// Makes the starter a new project, before its first commit; npm create plinth runs it. Makes of it what the
// choices say, and one migration of its many.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { existsSync } from 'node:fs'
import { defaultLanguage } from '@plinth/core/internal/i18n/languages.ts'
import { languages } from './project.ts'
import { writeFirstMigration } from './db/first-migration.ts'
import { fail, generateRouteTree } from './feature/edit-project.ts'
import { projectOf } from './feature/project-of.ts'
import { productName } from './feature/rename-text.mjs'

const root = process.cwd()
const { values } = parseArgs({
  options: {
    name: { type: 'string' },
    hue: { type: 'string' },
    without: { type: 'string', multiple: true },
    language: { type: 'string', multiple: true, default: [...languages] },
  },
})
const { name, hue, without = [], language: kept } = values
const dropped = languages.filter((one) => one !== defaultLanguage && !kept.includes(one))
const tracked = existsSync('.git') ? spawnSync('git', ['ls-files'], { encoding: 'utf8' }).stdout : ''
if (tracked !== '') fail('This project has begun: npm run rename, npm run add, npm run remove.')

try {
  projectOf(root, {
    removed: without,
    removedLanguages: dropped,
    ...(hue !== undefined && { hue: Number(hue) }),
    ...(name !== undefined && { name: productName(name).name }),
  })
  await generateRouteTree(root)
  writeFirstMigration(root)
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}
