import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

type Reported = Error & {
  plugin?: string
  id?: string
  frame?: string
  loc?: { line: number; column: number }
}

/** What a module that does not compile is reported as: file, line, reason and the code around it. */
export class CompileError extends Error {
  override name = 'CompileError'
}

/**
 * Returns an error of a compiler for people: it begins with the place, and has neither escape codes nor the
 * stack and the input of the compiler. Returns any other error as it is.
 */
export function readableCompileError(error: unknown): unknown {
  if (!(error instanceof Error) || !('plugin' in error)) return error
  const { message, id, loc, frame } = error as Reported
  const reason = message.replace(/^Transform failed with \d+ errors?:\s+/, '').trim()
  const place = id && loc ? `${path.relative('.', id)}:${loc.line}:${loc.column + 1} ` : ''
  const text = stripVTControlCharacters([place + reason, ...(frame ? [frame] : [])].join('\n'))
  const readable = new CompileError(text)
  readable.stack = `CompileError: ${text}`
  return readable
}
