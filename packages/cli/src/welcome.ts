import { globSync } from 'node:fs'
import path from 'node:path'
import type { Env } from '@plinth/core/internal/env/env.server.ts'
import { brand } from './project.ts'
import { exit } from './exit.ts'

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
 * Returns what `open` returns. An error ends the process: one that the user can fix with a one-line message.
 */
export async function openOrExplain<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    for (let at = error; at instanceof Error; at = at.cause) if (ownWords.has(at.name)) return end(at.message)
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const { path: file } = error as NodeJS.ErrnoException
    if (file && ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'].includes(code))
      return end(explainFileError(code, file))
    console.error(error)
    return exit(1)
  }
}

function explainFileError(code: string, file: string): string {
  if (code === 'EROFS')
    return `${file} is on a read-only file system. Run this from a copy in a folder you can write.`
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `There is no space left on the disk of ${file}. Free some and try again.`
  return `This user can't write to ${file}. Change its owner (sudo chown -R $USER ${path.dirname(file)}), or run this as the user who owns it.`
}

/** Ends the process with the reason why listening failed; rejects with unknown errors. */
export async function explainListenError(error: unknown, env: Env): Promise<never> {
  const command = process.env.NODE_ENV === 'production' ? 'npm start' : 'npm run dev'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EADDRINUSE')
    return end(
      `Port ${env.PORT} on ${env.HOST} is in use. Stop the process that uses it, or choose another: PORT=${env.PORT + 1} ${command}`,
    )
  if (code === 'EACCES')
    return end(`Port ${env.PORT} requires elevated privileges. Choose one above 1023: PORT=3000 ${command}`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return end(
      `HOST ${env.HOST} is not an address of this machine. Leave HOST unset, or set it to one that is.`,
    )
  throw error
}

function end(message: string): Promise<never> {
  console.error(`\n✗ ${message}\n`)
  return exit(1)
}

/** Prints the URL, the demo's sign-in if there is one, and in local mode the mailbox. */
export function printWelcome({
  env,
  demo,
}: {
  env: Env
  demo: { password: string | undefined } | undefined
}): void {
  const lines = ['', `  ${brand.name} is running at  ${env.APP_URL}`]
  if (demo)
    lines.push(
      '',
      '  Sign in with    ada@example.com (or admin@, ben@, cleo@, dan@example.com)',
      `  Password        ${demo.password ?? 'as it was set when the demo was made, or changed since: reset it by email, or npm run db:reset'}`,
    )
  if (env.logsMail)
    lines.push(
      '',
      '  NO MAIL IS SENT (SMTP_URL is log): mails are in the log, and npm run mailbox lists them',
    )
  // The pages of local mode, by their files.
  if (env.isLocal)
    for (const name of globSync('src/routes/dev/*.tsx').map((file) => path.basename(file, '.tsx')))
      lines.push(`  ${(name.charAt(0).toUpperCase() + name.slice(1)).padEnd(16)}${env.APP_URL}/dev/${name}`)
  console.log([...lines, '', '  Press Ctrl-C to stop', ''].join('\n'))
}
