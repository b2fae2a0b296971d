import { AppError } from '@plinth/core/verb/server'
import { fromJson } from './json-schema.server.ts'
import type { Operation } from './operations.server.ts'

/** What a text of JSON holds; undefined if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Returns the input of an operation from all fields that were sent: its schema refuses those that it doesn't
 * know. Without a schema every field is one. Throws AppError invalid.
 */
export function inputOf(
  { input }: Operation,
  sent: Record<string, unknown>,
  isText = false,
): Record<string, unknown> | undefined {
  if (input) return fromJson(input, sent, isText) as Record<string, unknown>
  for (const field of Object.keys(sent)) throw new AppError('invalid', 'errors:invalid', { field })
  return undefined
}
