import { notFound } from '@tanstack/react-router'
import { isMissing } from '@plinth/core/client'
import type { Queries, RouterContext } from './query-client/router-context.ts'

type Context = Pick<RouterContext, 'queries'>

/** Loads a list for its route. The current rows and the search box stay while a search loads. */
export async function loadList(
  { context, cause }: { context: Context; cause: string },
  load: (queries: Queries) => Promise<unknown>,
): Promise<void> {
  const loading = load(await context.queries.ready())
  if (cause === 'stay') void loading.catch(() => {})
  else await loading
}

/** Loads a row for its route, whose `notFoundComponent` is shown if there is none. */
export async function loadRow<Row>(
  { queries }: Context,
  load: (queries: Queries) => Promise<Row>,
): Promise<Row> {
  try {
    return await load(await queries.ready())
  } catch (error) {
    if (isMissing(error)) throw notFound()
    throw error
  }
}
