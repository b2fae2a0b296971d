import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { startCommand } from './programs/run-command.ts'

const node = path.resolve('node_modules/.bin/node')
const npm = (args: readonly string[], cwd?: string) => spawnSync('npm', args, { cwd, encoding: 'utf8' })

export type Judges = {
  /** The folder with their `node_modules`. */
  folder: string
  /** Runs a program of theirs in that folder. Returns its exit code and what it printed. */
  run(name: string, args: readonly string[]): Promise<{ code: number | null; output: string }>
  /** The URL of a file of theirs, for an import. */
  urlOf(file: string): string
}

/**
 * Installs packages that nothing but one test needs, once per version: in a cache, and in no lockfile.
 * Undefined, after a line about it, where npm can't.
 */
export function installJudges(of: string, packages: Readonly<Record<string, string>>): Judges | undefined {
  const manifest = JSON.stringify({ private: true, type: 'module', dependencies: packages })
  const version = createHash('sha256').update(manifest).digest('hex').slice(0, 12)
  const cache = process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache')
  const folder = path.join(cache, `plinth-${of}-judges`, version)
  const stamp = path.join(folder, 'installed')
  if (!existsSync(stamp)) {
    // npm install would try for minutes.
    if (npm(['view', 'typescript', 'version', '--fetch-retries=0', '--fetch-timeout=10000']).status !== 0) {
      process.stderr.write(`Skipped: the judges of ${of} are not installed, and npm has no registry.\n`)
      return undefined
    }
    // npm takes a package that an interrupted install has written by half for whole.
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'package.json'), manifest)
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    const { status, stderr } = npm(args, folder)
    if (status !== 0) {
      process.stderr.write(`Skipped: the judges of ${of} could not be installed.\n${stderr}\n`)
      return undefined
    }
    writeFileSync(stamp, '')
  }
  return {
    folder,
    run: async (name, args) => {
      const program = path.join(folder, 'node_modules/.bin', name)
      const { ended, output } = startCommand([node, program, ...args], {
        cwd: folder,
        env: { REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' },
      })
      const code = await ended
      return { code, output: output() }
    },
    urlOf: (file) => pathToFileURL(path.join(folder, 'node_modules', file)).href,
  }
}
