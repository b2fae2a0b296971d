import { readFileSync } from 'node:fs'
import path from 'node:path'
import { copyInstalledProject, type ProjectCopy } from './project-copy.ts'
import { startCommand } from './run-command.ts'
import { freePort } from './running-app.ts'

export type RunningDev = ProjectCopy & {
  url: string
  /** Of npm, whose descendants are the server and its database. */
  pid: number
  dataDir: string
  output(): string
  hasEnded(): boolean
  /**
   * Replaces text in a file like an editor that saves it. Returns a function that undoes it. Throws when the
   * text is missing.
   */
  edit(file: string, from: string, to: string): () => void
  stop(): Promise<void>
}

/**
 * Starts `npm run dev` on a copy of the project, with a port and a database of its own. It checks no types,
 * unless `args` are empty.
 */
export async function startDev(env: Record<string, string>, args = ['--no-types']): Promise<RunningDev> {
  const copy = copyInstalledProject()
  const port = await freePort()
  const dataDir = path.join(copy.folder, '.data')
  const { child, output, ended } = startCommand(['npm', 'run', 'dev', '--', ...args], {
    cwd: copy.folder,
    // Vite colors its lines in CI, where its output is no terminal either.
    env: { NODE_ENV: '', NO_COLOR: '1', PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'info', ...env },
  })
  const hasEnded = () => child.exitCode !== null
  const url = `http://localhost:${port}`
  const until = Date.now() + 120_000
  while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) {
    if (hasEnded() || Date.now() > until) throw new Error(`npm run dev is not ready:\n${output()}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return {
    ...copy,
    url,
    pid: child.pid ?? 0,
    dataDir,
    output,
    hasEnded,
    edit(file, from, to) {
      const before = readFileSync(path.join(copy.folder, file), 'utf8')
      if (!before.includes(from)) throw new Error(`${file} has no ${from}`)
      copy.write(file, before.replace(from, to))
      return () => copy.write(file, before)
    },
    async stop() {
      if (child.pid && !hasEnded()) process.kill(-child.pid, 'SIGTERM')
      await ended
    },
  }
}
