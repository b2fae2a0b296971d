import { spawn } from 'node:child_process'
import { stopSignal } from '../stop-signal.ts'

/** Runs a command of drizzle-kit in this terminal; answers its exit code. It ends with this process. */
export function drizzleKit(args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(process.execPath, ['node_modules/drizzle-kit/bin.cjs', ...args], { stdio: 'inherit', env: { ...process.env, ...env } })
  void stopSignal().then((signal) => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 130))
  })
}
