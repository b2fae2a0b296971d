import { failureOf } from '#/lib/wire-error.ts'

type Query<Data> = { data: Data | undefined; error: unknown; refetch(): Promise<unknown> }

/** The properties of `LoadState` for a query. */
export const stateOf = <Data>({ data, error, refetch }: Query<Data>) => ({
  data,
  failure: error ? failureOf(error) : undefined,
  onRetry: () => void refetch(),
})

/** Whether the item of a URL does not exist: the id is unknown or invalid. */
export function isMissing(error: unknown): boolean {
  return ['errors:notFound', 'errors:invalid', 'errors:invalidText'].includes(failureOf(error).code)
}
