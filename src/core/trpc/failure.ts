import type { AuthAnswer } from '#/core/auth/auth-request.ts'
import { failureOf } from '#/lib/wire-error.ts'

export { failureOf }

type Query<Data> = { data: Data | undefined; error: unknown; refetch(): Promise<unknown> }

/** The properties of `LoadState` for a query. */
export const stateOf = <Data>({ data, error, refetch }: Query<Data>) => ({
  data,
  failure: error ? failureOf(error) : undefined,
  onRetry: () => void refetch(),
})

/** The result of a call in the form of the endpoints under /api/auth. Never rejects. */
export async function answerOf<Answer>(asked: Promise<Answer>): Promise<AuthAnswer<Answer>> {
  try {
    return { answer: await asked }
  } catch (error) {
    const failure = failureOf(error)
    const [field, code = failure.code] = Object.entries(failure.fields ?? {})[0] ?? []
    return { refused: { ...failure, code, field } }
  }
}

/** Whether the item of a URL does not exist: the id is unknown or invalid. */
export function isMissing(error: unknown): boolean {
  return ['errors:notFound', 'errors:invalid', 'errors:invalidText'].includes(failureOf(error).code)
}

/** Whether to retry a query: after a network or server error, never after a rejection. */
export function isRetriable(error: unknown): boolean {
  const { status } = failureOf(error)
  return status === undefined || status >= 500
}
