// Plain JavaScript: run.mjs needs it before anything is installed.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The file of each command, without its extension. */
const files = {
  check: 'check',
  build: 'build',
  serve: 'serve',
  doctor: 'doctor',
  budget: 'budget',
  security: 'security',
  demo: 'demo',
  user: 'user',
  mailbox: 'mailbox',
  'new:feature': 'new-feature',
  'new:page': 'new-page',
  'add:field': 'add-field',
  'remove:field': 'remove-field',
  'rename:field': 'rename-field',
  add: 'add',
  remove: 'remove',
  'add:language': 'add-language',
  'remove:language': 'remove-language',
  rename: 'rename',
  icons: 'icons',
  upgrade: 'upgrade',
  eject: 'eject',
  backup: 'db/backup',
  restore: 'db/restore',
  'storage:move': 'storage-move',
  s3: 's3-server',
  'db:upgrade': 'db/upgrade',
  'db:move': 'db/move',
  'db:adopt': 'db/adopt',
  'db:generate': 'db/generate',
  'db:studio': 'db/studio',
  'db:psql': 'db/psql',
  'db:reset': 'db/reset',
  // Called by other commands.
  begin: 'begin',
  dev: 'dev',
  'check-settings': 'check-settings',
  'check-texts': 'check-texts',
  'load-env': 'load-env',
  'merge-json': 'upgrade/merge-json',
}

export const commandNames = ['test', ...Object.keys(files)]

/** What a server runs: it needs no package of development. */
export const commandsOfServers = [
  ...['start', 'build', 'serve', 'doctor', 'demo', 'user', 'mailbox', 'backup', 'restore', 'storage:move'],
  ...['db:upgrade', 'db:move', 'db:adopt', 'db:psql', 'db:reset'],
]

/** Whether a server runs this command, or this program of a feature. */
export const isOfServer = (name) => commandsOfServers.includes(name) || name?.startsWith('src/')

/** The path of a command's program. `test` is of another package, which only development has. */
export function commandFile(name) {
  if (name === 'test')
    return path.relative(process.cwd(), fileURLToPath(import.meta.resolve('@plinth/testing/runner/test.mjs')))
  const file = fileURLToPath(new URL(files[name], import.meta.url))
  const extension = ['.ts', '.mjs', '.js'].find((one) => existsSync(file + one))
  return path.relative(process.cwd(), file + extension)
}
