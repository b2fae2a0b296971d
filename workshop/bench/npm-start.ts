import { spawn, type ChildProcess } from 'node:child_process'
import { freePort, withoutSettings } from '@plinth/testing/programs/running-app.ts'

export type Started = {
  url: string
  /** The npm process, the ancestor of all others. */
  pid: number
  /** From the command to the first complete page. */
  firstPageSeconds: number
  /** The command's output, each part with the seconds after which it came. */
  lines: readonly { text: string; afterSeconds: number }[]
  /** Stops it as Ctrl-C does and waits for the end. */
  stop(): Promise<void>
}

type Start = { folder: string; dataDir: string; env?: Record<string, string>; withinSeconds?: number }

/**
 * Runs `npm start` in a folder and waits for its first page. Throws with the output if it exits early or
 * takes too long. Not for Windows.
 */
export async function npmStart({ folder, dataDir, env = {}, withinSeconds = 60 }: Start): Promise<Started> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const lines: { text: string; afterSeconds: number }[] = []
  const startedAt = performance.now()
  const elapsed = () => (performance.now() - startedAt) / 1000
  // A separate process group, as in a terminal: Ctrl-C reaches all of it.
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...withoutSettings(process.env), PORT: String(port), DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => lines.push({ text: chunk.toString(), afterSeconds: elapsed() }))
  const stop = () => interrupt(child)
  try {
    await firstPage(child, url, () => elapsed() > withinSeconds)
  } catch (error) {
    await stop()
    throw new Error(`${String(error)}\n${lines.map(({ text }) => text).join('')}`)
  }
  return { url, pid: child.pid ?? 0, firstPageSeconds: elapsed(), lines, stop }
}

async function firstPage(child: ChildProcess, url: string, isLate: () => boolean): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`)
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok && (await answer.text()).includes('</html>')) return
    if (isLate()) throw new Error('npm start showed no page in time')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function interrupt(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return
  const ended = new Promise((resolve) => child.on('exit', resolve))
  process.kill(-child.pid, 'SIGINT')
  await ended
}
