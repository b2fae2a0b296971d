import { csvLine } from '#/lib/csv.ts'
import { download } from './download.server.ts'
import type { Stream } from './stream.server.ts'

export type CsvCell = string | number | boolean | Date | null
/** Pages of rows, so that a large table is never entirely in memory. */
export type CsvPages = AsyncGenerator<CsvCell[][], void, void>

// Excel needs it to recognize UTF-8.
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Sends pages of rows as a CSV download. An error before the first page throws; a later one aborts the
 * download, which the browser reports.
 */
export async function csvAnswer(
  stream: Stream,
  { name, columns, pages }: { name: string; columns: readonly string[]; pages: CsvPages },
): Promise<Response> {
  const first = await pages.next()
  const chunks = linesOf(columns, first, pages)
  return download(stream, { name, type: 'text/csv; charset=utf-8', chunks })
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
