import type { z } from 'zod'
import type { AccessRule } from '#/access/access.ts'
import { AppError } from '#/lib/app-error.ts'
import { csvLine } from '#/lib/csv.ts'
import { findUnstorable } from '#/lib/safe-text.ts'
import { download } from './download.server.ts'
import { openStream, withStream, type Stream, type StreamContext } from './stream.server.ts'

export type CsvCell = string | number | boolean | Date | null
/** Pages of rows, so that a large table is never entirely in memory. */
export type CsvPages = AsyncGenerator<CsvCell[][], void, void>

// Excel needs it to recognize UTF-8.
const BYTE_ORDER_MARK = '\uFEFF'

type Export<Ctx, Filter> = {
  /** The file's name, without the date. */
  name: string
  rule: AccessRule
  columns: readonly string[]
  query: z.ZodType<Filter>
  read(ctx: Ctx, filter: Filter): CsvPages
}

/**
 * Returns the handler of a server route that sends a table as a CSV file, filtered by the URL's query. An
 * error before the first page throws, an invalid query as ZodError or AppError; a later one aborts the
 * download, which the browser reports.
 */
export function csvDownload<Ctx extends StreamContext, Filter>(table: Export<Ctx, Filter>) {
  return ({ request, ctx }: { request: Request; ctx: Ctx }): Promise<Response> => {
    const filter = table.query.parse(readQuery(request))
    const day = new Date().toISOString().slice(0, 10)
    return withStream(openStream(ctx, table.rule, { outlastsStop: true }), (stream) =>
      csvAnswer(stream, {
        name: `${table.name}-${day}.csv`,
        columns: table.columns,
        pages: table.read({ ...ctx, signal: stream.signal }, filter),
      }),
    )
  }
}

/** Sends pages of rows as a CSV download. */
export async function csvAnswer(
  stream: Stream,
  { name, columns, pages }: { name: string; columns: readonly string[]; pages: CsvPages },
): Promise<Response> {
  const chunks = linesOf(columns, await pages.next(), pages)
  return download(stream, { name, type: 'text/csv; charset=utf-8', chunks })
}

function readQuery(request: Request): Record<string, string> {
  const sent = Object.fromEntries(new URL(request.url).searchParams)
  const found = findUnstorable(sent)
  if (found) throw new AppError('invalid', found.code, { field: found.field })
  return sent
}

async function* linesOf(
  columns: readonly string[],
  first: IteratorResult<CsvCell[][], void>,
  pages: CsvPages,
): AsyncGenerator<string, void, void> {
  try {
    yield BYTE_ORDER_MARK + csvLine(columns)
    for (let page = first; !page.done; page = await pages.next()) yield page.value.map(csvLine).join('')
  } finally {
    await pages.return()
  }
}
