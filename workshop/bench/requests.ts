import type { HttpClient } from '@plinth/testing/http-client.ts'
import { percentile, type Measured } from './report.ts'

/** The path that calls a query. */
export const queryPath = (procedure: string, input: object = {}): string =>
  `/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify({ json: input }))}`

/** Calls a query. Throws if the response is not 2xx. */
export const read = async (client: HttpClient, procedure: string, input: object = {}): Promise<string> =>
  bodyOf(client.get(queryPath(procedure, input)), procedure)

/** Calls a mutation and returns the id in its response. Throws if that is not 2xx. */
export async function write(
  client: HttpClient,
  procedure: string,
  input: object,
): Promise<string | undefined> {
  const body = await bodyOf(client.post(`/api/trpc/${procedure}`, { json: input }), procedure)
  return /"id":"(\w+)"/.exec(body)?.[1]
}

/** The headers of a request of that user to the application. */
export const headersOf = (url: string, client: HttpClient) => ({ origin: url, cookie: client.cookie() })

/** Returns the whole body. Throws if the response is not 2xx. */
export async function bodyOf(request: Promise<Response>, what: string): Promise<string> {
  const response = await request
  const text = await response.text()
  if (!response.ok) throw new Error(`${what} answered ${response.status}: ${text}`)
  return text
}

/** Returns the p50 and p99 of these times. */
export function rowsOfTimes(what: string, milliseconds: readonly number[]): Measured[] {
  return [
    { what: `${what}, p50`, value: percentile(milliseconds, 0.5), unit: 'ms' },
    { what: `${what}, p99`, value: percentile(milliseconds, 0.99), unit: 'ms' },
  ]
}

/** Returns the milliseconds of each of `count` sequential calls. */
export async function times(count: number, call: (index: number) => Promise<unknown>): Promise<number[]> {
  const all: number[] = []
  for (let index = 0; index < count; index++) {
    const startedAt = performance.now()
    await call(index)
    all.push(performance.now() - startedAt)
  }
  return all
}
