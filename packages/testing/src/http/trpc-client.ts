import superjson from 'superjson'
import type { HttpClient } from '../http-client.ts'

export type Called = {
  status: number
  code: string | undefined
  fields: Record<string, string> | undefined
  data: unknown
}

type Wire = {
  result?: { data: Parameters<typeof superjson.deserialize>[0] }
  error?: { json: { data: { app?: { code: string; fields?: Record<string, string> } } } }
}

async function read(response: Response): Promise<Called> {
  const { result, error } = (await response.json()) as Wire
  const app = error?.json.data.app
  return {
    status: response.status,
    code: app?.code,
    fields: app?.fields,
    data: result && superjson.deserialize(result.data),
  }
}

/** Calls a mutation over HTTP, with superjson. */
export const mutate = async (client: HttpClient, name: string, input: unknown): Promise<Called> =>
  read(await client.post(`/api/trpc/${name}`, superjson.serialize(input)))

/** Calls a query over HTTP, with superjson. */
export const query = async (client: HttpClient, name: string, input?: unknown): Promise<Called> =>
  read(
    await client.get(
      `/api/trpc/${name}${input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(superjson.serialize(input)))}`}`,
    ),
  )
