import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { npmCommand } from '@plinth/cli/npm-command.mjs'

type Limits = { timeout: number; attackTimeout: null }
type Diagnosis =
  | { status: 'safe' }
  | { status: 'unknown' }
  | { status: 'vulnerable'; complexity: { type: string } }
/** What is used of the package. Its own types are there only once it is installed. */
type Recheck = { check(source: string, flags: string, limits: Limits): Promise<Diagnosis> }

const manifest = path.join(import.meta.dirname, 'package.json')

/** The version that package.json asks for. */
export const wantedVersion = (): string =>
  (JSON.parse(readFileSync(manifest, 'utf8')) as { dependencies: { recheck: string } }).dependencies.recheck

/** Loads the checker from a folder of its own, after installing it: 58 MB that nothing else needs. */
export function loadRecheck(): Recheck {
  const folder = path.resolve('.cache/recheck', wantedVersion())
  const complete = path.join(folder, 'node_modules/.package-lock.json')
  if (!existsSync(complete)) {
    mkdirSync(folder, { recursive: true })
    for (const file of ['package.json', 'package-lock.json'])
      cpSync(path.join(import.meta.dirname, file), path.join(folder, file))
    const [npm, ...first] = npmCommand()
    const flags = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    const { status, stderr } = spawnSync(npm, [...first, 'ci', ...flags], { cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`npm could not install what checks regular expressions: ${stderr}`)
  }
  return createRequire(manifest)(path.join(folder, 'node_modules/recheck')) as Recheck
}
