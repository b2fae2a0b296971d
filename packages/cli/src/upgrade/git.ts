import { spawnSync } from 'node:child_process'

type Options = { cwd?: string; env?: Record<string, string> }

/** Runs git and returns what it prints. Throws an Error with git's own message if it fails. */
export function git(args: readonly string[], { cwd = process.cwd(), env = {} }: Options = {}): string {
  const { status, stdout, stderr, error } = spawnSync('git', args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  if (error) throw new Error('git is not installed.')
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${stderr.trim()}`)
  return stdout.trim()
}
