import { streamBody, type Stream } from '#/core/realtime/stream.server.ts'
import { csvLine } from '#/lib/csv.ts'

export type CsvCell = string | number | boolean | Date | null
/** Pages of rows, so that a large table is never entirely in memory. */
export type CsvPages = AsyncGenerator<CsvCell[][], void, void>

// Excel needs it to recognize UTF-8.
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Streams a CSV download: each page is read when the client has received the one before, until it disconnects
 * or loses access. An error before the first page throws; a later one aborts the download, which the browser
 * reports.
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
