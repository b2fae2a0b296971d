import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { processesWith } from '../programs/processes.ts'

/** Environment of processes that live until the processes of the runner end. */
export const lastsUntilTheEnd = { LASTS_UNTIL_THE_END: 'yes' }

/**
 * Creates one folder for all temporary files of a test run. Its path marks the environment of every process
 * the run starts. When the runner is gone, even if killed, remaining processes are ended and the folder is
 * removed. Call it in the global setup; the returned function belongs in the global teardown and throws when
 * a test has left a process.
 */
export function openRunFolder(): (withinMs?: number) => Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-run-'))
  // Like /tmp: a database server started by root runs as another user.
  chmodSync(folder, 0o1777)
  const watcher = spawn(
    process.execPath,
    [import.meta.filename.replace(/run-folder(?=\.\w+$)/, 'end-of-run'), folder],
    {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    },
  )
  watcher.unref()
  process.env.TMPDIR = folder
  const left = () =>
    processesWith(folder, `LASTS_UNTIL_THE_END=${lastsUntilTheEnd.LASTS_UNTIL_THE_END}`).filter(
      ({ parent }) => parent !== process.pid,
    )
  return async (withinMs = 15_000) => {
    const until = Date.now() + withinMs
    while (left().length > 0 && Date.now() < until) await pause(50)
    const names = left().map(({ pid, command }) => `  ${pid} ${command}`)
    if (names.length > 0) throw new Error(`Tests have left processes:\n${names.join('\n')}`)
  }
}
