/** A row of the reference, as `apiKeys.reference` returns it. */
export type ReferenceRow = {
  method: string
  path: string
  body: string | null
  fields: readonly { name: string; place: string; isRequired: boolean }[]
}

/**
 * A program against the generated client: it reads every list, and creates, reads and deletes where the API
 * has all three. Its types must not accept an unknown path or a wrong body.
 */
export function journeyProgram(rows: readonly ReferenceRow[]): string {
  const has = (method: string, path: string) => rows.some((row) => row.method === method && row.path === path)
  const reads = rows.filter(
    ({ method, path, fields }) =>
      method === 'GET' && !path.includes('{') && !fields.some(({ isRequired }) => isRequired),
  )
  const creates = rows.filter(
    ({ method, path }) => method === 'POST' && has('GET', `${path}/{id}`) && has('DELETE', `${path}/{id}`),
  )
  return `
import createClient from 'openapi-fetch'
import type { paths } from './api.ts'

declare const process: { argv: string[] }
const [, , baseUrl = '', key = ''] = process.argv
const api = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${key}\` } })

type Answer<T> = { data?: T; error?: { code: string; errors?: { field: string }[] } }
function done<T>({ data, error }: Answer<T>): T {
  if (!data) throw new Error(JSON.stringify(error))
  return data
}

${reads.map(({ path }) => `done(await api.GET('${path}'))`).join('\n')}
${creates.map(({ path, body }) => created(path, body ?? '{}')).join('\n')}
// @ts-expect-error -- there is no such path
const { error } = await api.GET('/nothing')
const { error: refused } = await createClient<paths>({ baseUrl }).GET('/account')
console.log(JSON.stringify({ refused: refused?.code }))
`
}

const created = (path: string, body: string) => `{
  const { id } = done(await api.POST('${path}', { body: ${body} }))
  const params = { path: { id } }
  const row = done(await api.GET('${path}/{id}', { params }))
  if (row.id !== id) throw new Error('Another row')
  done(await api.DELETE('${path}/{id}', { params }))
  const { response } = await api.GET('${path}/{id}', { params })
  if (response.status !== 404) throw new Error('It is still there')
  // @ts-expect-error -- a number is no body
  const wrong = await api.POST('${path}', { body: 1 })
  if (wrong.response.status !== 400) throw new Error('A number was taken')
}`
