import { spawn, type ChildProcess } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { copyProject, projectRoot, type ProjectCopy } from './project-copy.ts'
import { withoutSettings } from './running-app.ts'

export type Command = {
  child: ChildProcess
  /** Everything printed so far. */
  output(): string
  /** Resolves with the exit code; null when a signal ended it. */
  ended: Promise<number | null>
  /**
   * Resolves once the output contains `text`. Rejects with the output when the command ends first or takes
   * too long.
   */
  prints(text: string, withinMs?: number): Promise<void>
}

/** An undefined variable is left out of the environment, so `.env` may provide it. */
type Options = { cwd?: string; env?: Record<string, string | undefined>; uid?: number }

// The application stops within ten seconds.
const STOPS_WITHIN_MS = 12_000

/**
 * Runs a program like a developer in a shell, in its own process group. What is left of the group ends with
 * the test: first by SIGTERM, because its database server is in another group.
 */
export function runCommand(command: string[], options?: Options): Command {
  const started = startCommand(command, options)
  onTestFinished(async () => {
    if (signalGroup(started.child, 'SIGTERM'))
      await Promise.race([started.ended, pause(STOPS_WITHIN_MS, undefined, { ref: false })])
    signalGroup(started.child, 'SIGKILL')
  })
  return started
}

/** Returns false when nothing is left of the group. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal)
  } catch {
    return false
  }
}

/** The same outside of a test: the caller ends it. */
export function startCommand(
  [program = '', ...args]: string[],
  { cwd = projectRoot, env = {}, uid }: Options = {},
): Command {
  const child = spawn(program, args, {
    cwd,
    env: { ...withoutSettings(process.env), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('close', resolve)
    child.on('error', reject)
  })
  return {
    child,
    output: () => output,
    ended,
    async prints(text, withinMs = 110_000) {
      const until = Date.now() + withinMs
      while (!output.includes(text)) {
        const hasEnded = child.exitCode !== null || child.signalCode !== null
        if (hasEnded || Date.now() > until)
          throw new Error(
            `${args.join(' ')} ${hasEnded ? 'ended' : 'took too long'} before "${text}":\n${output}`,
          )
        await pause(20)
      }
    },
  }
}

/** A copy of the project with the existing build. */
export function copyBuiltProject(): ProjectCopy {
  const copy = copyProject()
  symlinkSync(path.join(projectRoot, 'dist'), path.join(copy.folder, 'dist'))
  return copy
}
