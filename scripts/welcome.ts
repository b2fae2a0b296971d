import { globSync } from 'node:fs'
import path from 'node:path'
import type { Env } from '#/core/env/env.server.ts'
import { brand } from '#/lib/brand.ts'

/** Thrown when a command refuses to run. The message is one line with the reason and what to do instead. */
export class Refusal extends Error {
  override name = 'Refusal'
}

const ownWords = new Set([
  'BackupError',
  'EnvError',
  'EmbeddedServerError',
  'MissingMigrationError',
  'Refusal',
  'StartError',
])

/**
 * Returns what `open` returns. An error that the user can fix ends the process with a one-line message; other
 * errors are rethrown.
 */
export async function openOrExplain<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    for (let at = error; at instanceof Error; at = at.cause) if (ownWords.has(at.name)) end(at.message)
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const { path: file } = error as NodeJS.ErrnoException
    if (file && ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'].includes(code))
      end(explainFileError(code, file))
    throw error
  }
}

function explainFileError(code: string, file: string): string {
  if (code === 'EROFS')
    return `${file} is on a read-only file system. Run this from a copy in a folder you can write.`
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `There is no space left on the disk of ${file}. Free some and try again.`
  return `This user can't write to ${file}. Change its owner (sudo chown -R $USER ${path.dirname(file)}), or run this as the user who owns it.`
}

/** Ends the process with the reason why listening failed; rethrows unknown errors. */
export function explainListenError(error: unknown, env: Env): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EADDRINUSE')
    end(
      `Port ${env.PORT} on ${env.HOST} is in use. Stop the process that uses it, or choose another: PORT=${env.PORT + 1} npm start`,
    )
  if (code === 'EACCES')
    end(`Port ${env.PORT} requires elevated privileges. Choose one above 1023: PORT=3000 npm start`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    end(`HOST ${env.HOST} is not an address of this machine. Leave HOST unset, or set it to one that is.`)
  throw error
}

function end(message: string): never {
  console.error(`\n✗ ${message}\n`)
  process.exit(1)
}

/** Prints the URL, the demo's sign-in if there is one, and in local mode the mailbox. */
export function printWelcome({ env, demoPassword }: { env: Env; demoPassword: string | undefined }): void {
  const lines = ['', `  ${brand.name} is running at  ${env.APP_URL}`]
  if (demoPassword)
    lines.push(
      '',
      '  Sign in with    ada@example.com (or admin@, ben@, cleo@, dan@example.com)',
      `  Password        ${demoPassword}`,
    )
  // The pages of local mode, by their files.
  if (env.isLocal)
    for (const name of globSync('src/routes/dev/*.tsx').map((file) => path.basename(file, '.tsx')))
      lines.push(`  ${(name.charAt(0).toUpperCase() + name.slice(1)).padEnd(16)}${env.APP_URL}/dev/${name}`)
  console.log([...lines, '', '  Press Ctrl-C to stop', ''].join('\n'))
}
