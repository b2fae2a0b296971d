import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startApp } from '@plinth/testing/programs/running-app.ts'
import { npmStart, type Started } from './npm-start.ts'
import { canWatchProcesses, commandLine, cpuMs, memory, withDescendants } from './processes.ts'
import { median, type Bench, type Measured } from './report.ts'

const ROUNDS = 3
const REST_MS = 10_000

/** How long `npm start` of a built project takes to the first page, and its memory at rest. */
export const bench: Bench = {
  how: `npm start of what is built, from the command to the whole page at /; again is the median of ${ROUNDS}; memory ${REST_MS / 1000} s after the last request`,
  async run() {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'plinth-start-'))
    const start = () => npmStart({ folder: path.resolve(import.meta.dirname, '../..'), dataDir })
    try {
      const first = await start()
      await first.stop()
      const seconds: number[] = []
      const cpuSeconds: number[] = []
      let atRest: Measured[] = []
      const alone: number[] = []
      for (let round = 1; round <= ROUNDS; round++) {
        const again = await start()
        seconds.push(again.firstPageSeconds)
        cpuSeconds.push(cpuMs(applicationOf(again)) / 1000)
        if (round === ROUNDS && canWatchProcesses) {
          atRest = await memoryAtRest(again, dataDir)
          alone.push(...(await beside(dataDir)))
        }
        await again.stop()
      }
      return [
        { what: 'first start, with a new database and the demo', value: first.firstPageSeconds, unit: 's' },
        { what: 'start again', value: median(seconds), unit: 's', target: { atMost: 1.2 } },
        ...(canWatchProcesses
          ? [{ what: 'start again, CPU of the application', value: median(cpuSeconds), unit: 's' as const }]
          : []),
        ...(canWatchProcesses
          ? [
              {
                what: 'first page of an instance beside a running database, CPU of the application',
                value: median(alone),
                unit: 's' as const,
                target: { atMost: 0.6 },
              },
            ]
          : []),
        ...atRest,
      ]
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}

/** CPU seconds of additional instances on the same embedded server, from their start to their first page. */
async function beside(dataDir: string): Promise<number[]> {
  const seconds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const app = await startApp({ dataDir })
    await (await fetch(app.url)).text()
    seconds.push(cpuMs(app.pid) / 1000)
    await app.stop()
  }
  return seconds
}

async function memoryAtRest(started: Started, dataDir: string): Promise<Measured[]> {
  await pause(REST_MS)
  const postmaster = Number(
    readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0],
  )
  const database = withDescendants(postmaster)
  const ours = withDescendants(started.pid).filter((process) => !database.includes(process))
  const application = applicationOf(started)
  const around = ours.filter((process) => process !== application)
  const inMb = (pids: readonly number[]) => memory(pids).ownBytes / 1_000_000
  return [
    { what: 'the application at rest', value: inMb([application]), unit: 'MB', target: { atMost: 150 } },
    { what: `the database server at rest, ${database.length} processes`, value: inMb(database), unit: 'MB' },
    { what: 'npm and the start script, which wait for it', value: inMb(around), unit: 'MB' },
  ]
}

/** The id of the process that serves, a descendant of npm. NaN where processes can't be watched. */
function applicationOf({ pid }: Started): number {
  return canWatchProcesses
    ? (withDescendants(pid).find((process) => commandLine(process).endsWith('/serve.ts')) ?? NaN)
    : NaN
}
