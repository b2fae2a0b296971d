import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { StartError } from '#/lib/start-error.ts'

/**
 * Returns the variables in `.env`, none without the file. It may be UTF-8 or UTF-16, with or without a byte
 * order mark, as editors and PowerShell write it. Throws StartError for a file that can't be read. Imports
 * nothing that reads settings.
 */
export function readEnvFile(): NodeJS.Dict<string> {
  if (!existsSync('.env')) return {}
  try {
    return parseEnv(plain(decode(readFileSync('.env'))))
  } catch (error) {
    throw new StartError(
      error instanceof TypeError
        ? ".env can't be read: it is neither UTF-8 nor UTF-16. Save it as UTF-8."
        : `.env can't be read (${String((error as NodeJS.ErrnoException).code)}). Make it a file that this user may read.`,
    )
  }
}

/** Lines as other shells and formats write them: `set A=1`, `$env:A = 1`, `A: 1`. */
const plain = (text: string): string =>
  text.replaceAll(/^[ \t]*(?:(?:export|set)[ \t]+|\$env:)?([A-Z][A-Z0-9_]*)(?:[ \t]*=|:[ \t])/gm, '$1=')

/** Throws TypeError for bytes that are no text. */
function decode(bytes: Buffer): string {
  return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
}

function encodingOf(bytes: Buffer): string {
  const [first, second] = bytes
  // A setting begins with a letter or #: in UTF-16 without a mark, one of its two bytes is zero.
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : 'utf-8'
}
