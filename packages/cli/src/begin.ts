// Makes the starter a new project, before its first commit; npm create plinth runs it. Leaves the workshop,
// names the product, deletes the features that it starts without, keeps the languages that it has, sets the
// hue of the accent.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { existsSync } from 'node:fs'
import { defaultLanguage } from '@plinth/core/internal/i18n/languages.ts'
import { commandFile } from './commands.mjs'
import { languages } from './project.ts'
import { deleteFeatures } from './feature/delete-features.ts'
import { deleteLanguages } from './feature/delete-languages.ts'
import { fail, generateRouteTree, orFail } from './feature/edit-project.ts'
import { leaveWorkshop } from './feature/leave-workshop.ts'
import { refuseWordOfCode, renameProject } from './feature/rename-project.ts'
import { productName } from './feature/rename-text.ts'
import { setAccent } from './feature/set-accent.ts'
import { uninstallUnused } from './feature/uninstall-unused.ts'
import { runNode } from './run-node.ts'

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
if (tracked !== '') fail('This project has begun: npm run rename, npm run remove:feature.')

if (name !== undefined) orFail(() => refuseWordOfCode(root, productName(name)), ' Give it with --name.')
try {
  leaveWorkshop(root)
  if (without.length > 0) {
    deleteFeatures(root, without)
    await generateRouteTree(root)
    uninstallUnused(root)
    await runNode([commandFile('db:generate'), '--name', 'remove_features'])
  }
  if (dropped.length > 0) deleteLanguages(root, dropped)
  if (hue !== undefined) setAccent(root, Number(hue))
  if (name !== undefined) renameProject(root, productName(name))
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}
