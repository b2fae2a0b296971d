import { csvLine } from '#/lib/csv.ts'

export type CsvCell = string | number | boolean | Date | null
/** Rows page by page, so that a million of them are never in memory together. */
export type CsvPages = AsyncGenerator<CsvCell[][], void, void>

// Without it, Excel reads UTF-8 as something else.
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * A file to be saved, sent as it is read: the next page is asked for when the client has taken the one before, and none any more when it has gone. What
 * fails before the first page throws; afterwards the file ends broken off, which the browser tells.
 */
export async function csvAnswer(name: string, columns: readonly string[], pages: CsvPages): Promise<Response> {
  const first = await pages.next()
  const encoder = new TextEncoder()
  let next: typeof first | undefined = first
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(encoder.encode(BYTE_ORDER_MARK + csvLine(columns)))
      },
      async pull(controller) {
        const page = next ?? (await pages.next())
        next = undefined
        if (page.done) controller.close()
        else controller.enqueue(encoder.encode(page.value.map(csvLine).join('')))
      },
      async cancel() {
        await pages.return()
      },
    },
    { highWaterMark: 1 },
  )
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
  return new Response(body, { headers })
}
