import { streamBody, type Stream } from '#/core/realtime/stream.server.ts'
import { csvLine } from '#/lib/csv.ts'

export type CsvCell = string | number | boolean | Date | null
/** Rows page by page, so that a million of them are never in memory together. */
export type CsvPages = AsyncGenerator<CsvCell[][], void, void>

// Without it, Excel reads UTF-8 as something else.
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * A file to be saved, sent as it is read: the next page is asked for when the client has taken the one
 * before, and none any more when it has gone, or may no longer have it. What fails before the first page
 * throws; afterwards the file ends broken off, which the browser tells.
 */
export async function csvAnswer(
  stream: Stream,
  { name, columns, pages }: { name: string; columns: readonly string[]; pages: CsvPages },
): Promise<Response> {
  const first = await pages.next()
  const body = streamBody(stream, linesOf(columns, first, pages)).pipeThrough(new TextEncoderStream())
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
  return new Response(body, { headers })
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
