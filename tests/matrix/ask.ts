import { readFileSync } from 'node:fs'
import path from 'node:path'
import superjson from 'superjson'
import { makeAppRouter } from '@plinth/core/app/server'
import { proceduresOf } from '@plinth/testing/entry-points.ts'
import { projectRoot, sourceFiles } from '@plinth/testing/programs/project-copy.ts'
import type { Caller } from './actors.ts'
import type { Asked, Row } from './table.ts'

const appRouter = await makeAppRouter()

const mutations = new Set(
  proceduresOf(appRouter).flatMap(({ name, isMutation }) => (isMutation ? [name] : [])),
)

let addresses: Map<string, string> | undefined

/** The URL of every server function in the build, by name. */
export const serverFunctionAddresses = (): Map<string, string> => (addresses ??= readAddresses())

function readAddresses(): Map<string, string> {
  const declared = /createServerRpc\(\{\s*id: "(\w+)",\s*name: "(\w+)"/g
  // sourceFiles leaves out built files of the project; called with the build folder itself, it lists them.
  const folder = path.join(projectRoot, 'dist/server')
  const texts = sourceFiles('**/*.js', folder).map((file) => readFileSync(path.join(folder, file), 'utf8'))
  return new Map(
    texts.flatMap((text) =>
      [...text.matchAll(declared)].map(([, id, name]) => [String(name), `/_serverFn/${id}`] as const),
    ),
  )
}

/** Calls one entry point as one caller. Returns the status, or `>/path` for a redirect. */
export async function answerOf(
  url: string,
  { entryPoint }: Pick<Row, 'entryPoint'>,
  { caller, asked }: { caller: Caller; asked: Asked },
): Promise<string> {
  const { target, ...init } = requestFor(entryPoint, asked)
  const headers = { origin: url, cookie: caller.cookie, ...init.headers }
  const response = await fetch(url + target, { redirect: 'manual', ...init, headers })
  await response.body?.cancel()
  const location = response.headers.get('location')
  return location === null ? String(response.status) : `>${new URL(location, url).pathname}`
}

type Sent = { target: string; method: string; headers?: Record<string, string>; body?: string | FormData }

function requestFor(entryPoint: string, asked: Asked): Sent {
  if (entryPoint.endsWith('()')) return functionCall(entryPoint.slice(0, -2))
  if (!entryPoint.includes(' ')) return procedureCall(entryPoint, asked.input)
  const [method = '', address = ''] = entryPoint.split(' ')
  const json =
    method === 'GET'
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(asked.body ?? {}) }
  return { target: asked.path ?? address, method, ...json }
}

function procedureCall(name: string, input: unknown): Sent {
  const target = `/api/trpc/${name}`
  if (input instanceof FormData) return { target, method: 'POST', body: input }
  const sent = JSON.stringify(superjson.serialize(input))
  if (!mutations.has(name))
    return {
      target: input === undefined ? target : `${target}?input=${encodeURIComponent(sent)}`,
      method: 'GET',
    }
  return { target, method: 'POST', headers: { 'content-type': 'application/json' }, body: sent }
}

function functionCall(name: string): Sent {
  const target = serverFunctionAddresses().get(name) ?? '/_serverFn/unknown'
  return { target, method: 'GET', headers: { 'x-tsr-serverfn': 'true', 'sec-fetch-site': 'same-origin' } }
}
