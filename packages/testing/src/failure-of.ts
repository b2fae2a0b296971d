import { databaseFailure } from '@plinth/core/database/server'
import { AppError } from '@plinth/core/verb/server'

/** The error as every transport shows it. */
function refusalOf(error: unknown): AppError {
  const refusal = error instanceof AppError ? error : databaseFailure(error)
  if (!refusal) throw error
  return refusal
}

/**
 * Returns the error of a rejected call, to compare with another. Fails the test when the call succeeds or
 * fails in an unexpected way.
 */
export async function failureOf(
  call: Promise<unknown>,
): Promise<{ kind: string; code: string; params: object }> {
  try {
    await call
  } catch (error) {
    const { kind, code, params } = refusalOf(error)
    return { kind, code, params }
  }
  throw new Error('The call passed')
}

/** How often each outcome occurred: 'ok', or the kind of the error. Any other error fails the test. */
export async function outcomesOf(calls: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const result of await Promise.allSettled(calls)) {
    const outcome = result.status === 'fulfilled' ? 'ok' : refusalOf(result.reason).kind
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}
