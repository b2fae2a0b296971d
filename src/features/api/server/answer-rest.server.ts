import type { AnyTRPCRouter } from '@trpc/server'
import type { Application } from '@plinth/core/feature/server'
import { namedWork, problem } from '@plinth/core/server'
import { AppError, outgoingError } from '@plinth/core/verb/server'
import { callOperation } from './call-operation.server.ts'
import { fromJson, isRecord } from './json-schema.server.ts'
import { keyTokens } from './key-tokens.server.ts'
import { inputOf, parseJson } from './operation-input.server.ts'
import { isInScope, operations, type Operation } from './operations.server.ts'
import { tokenContext, type TokenContext } from './token-context.server.ts'

/** The path that the API is served under. */
export const REST_PATH = '/api/v1'

export type ApiCall = {
  request: Request
  application: () => Promise<Application>
  /** The procedures of all features. */
  router: () => Promise<AnyTRPCRouter>
}

/** Answers a request to /api/v1 with JSON; an error with `application/problem+json`. */
export async function answerRest({ request, application, router: loadRouter }: ApiCall): Promise<Response> {
  let headers: Record<string, string> = {}
  const answer = await answered().catch((error: unknown) => {
    const outgoing = outgoingError(error)
    if (outgoing.isBug) throw error
    return problem(outgoing)
  })
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value)
  if (answer.status === 401) answer.headers.set('www-authenticate', 'Bearer')
  return answer

  async function answered(): Promise<Response> {
    const router = await loadRouter()
    const context = await tokenContext({
      request,
      application,
      router,
      accepted: [keyTokens],
      path: REST_PATH,
    })
    headers = context.limitHeaders
    const { pathname, searchParams } = new URL(request.url)
    const path = pathname.slice(REST_PATH.length)
    const matched = matchOperation(operations(router), request.method, path)
    if ('allow' in matched) {
      if (matched.allow.length === 0) throw new AppError('not_found', 'errors:notFound')
      const allow = matched.allow.join(', ')
      return problem({ status: 405, code: 'errors:malformed' }, { allow })
    }
    return namedWork(`api:${matched.operation.name}`, async () =>
      answerOperation({ ...matched, router, context, request, searchParams }),
    )
  }
}

type Asked = {
  operation: Operation
  params: Record<string, string>
  router: AnyTRPCRouter
  context: TokenContext
  request: Request
  searchParams: URLSearchParams
}

async function answerOperation({ operation, params, router, context, ...asked }: Asked): Promise<Response> {
  if (!isInScope(operation, context.scopes))
    throw new AppError('forbidden', 'api:errors.scopeMissing', { scope: operation.scope })
  const input = await readInput(operation, { params, ...asked })
  const called = await callOperation({ router, operation, ctx: context.ctx, input })
  if ('output' in called)
    return Response.json(called.output ?? null, { headers: { 'cache-control': 'no-store' } })
  return problem(called.refused)
}

type Matched = { operation: Operation; params: Record<string, string> } | { allow: string[] }

/**
 * Finds the operation of a request, or the methods that its path has. Literal parts win over parameters.
 */
export function matchOperation(all: readonly Operation[], method: string, path: string): Matched {
  const wanted = method === 'HEAD' ? 'GET' : method
  const found = all
    .flatMap((operation) => {
      const params = paramsOf(operation.path, path)
      return params ? [{ operation, params }] : []
    })
    .toSorted((one, other) => Object.keys(one.params).length - Object.keys(other.params).length)
  return (
    found.find(({ operation }) => operation.method === wanted) ?? {
      allow: [...new Set(found.map(({ operation }) => operation.method))],
    }
  )
}

function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  const [expected, given] = [pattern.split('/'), path.split('/')]
  if (expected.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, part] of expected.entries()) {
    const sent = given[at] ?? ''
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? []
    if (name === undefined ? part !== sent : sent === '') return undefined
    if (name !== undefined) params[name] = decoded(sent)
  }
  return params
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new AppError('invalid', 'errors:malformed')
  }
}

type Sent = Pick<Asked, 'params' | 'request' | 'searchParams'>

/** The input of the procedure: the path's names, then the query or the body, then the idempotency key. */
async function readInput(operation: Operation, { params, request, searchParams }: Sent): Promise<unknown> {
  const { input, fields, type } = operation
  const values = type === 'query' ? queryOf(searchParams) : await bodyOf(request, searchParams)
  for (const name of Object.keys(params))
    if (Object.hasOwn(values, name)) throw new AppError('invalid', 'errors:invalid', { field: name })
  const key = request.headers.get('idempotency-key')
  if (key !== null && !Object.hasOwn(fields, 'idempotencyKey'))
    throw new AppError('invalid', 'api:errors.noIdempotency', { field: 'Idempotency-Key' })
  const converted = inputOf(operation, values, type === 'query')
  if (!input || !converted) return undefined
  // In place: a body may have many fields.
  return Object.assign(converted, fromJson(input, params, true), key !== null && { idempotencyKey: key })
}

function queryOf(searchParams: URLSearchParams): Record<string, unknown> {
  const all = new Map<string, string[]>()
  for (const [name, value] of searchParams) {
    const values = all.get(name)
    if (values) values.push(value)
    else all.set(name, [value])
  }
  return Object.fromEntries(
    [...all].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  )
}

async function bodyOf(request: Request, searchParams: URLSearchParams): Promise<Record<string, unknown>> {
  for (const field of searchParams.keys()) throw new AppError('invalid', 'errors:invalid', { field })
  const text = await request.text()
  if (text === '') return {}
  if (!/^application\/json *(;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw new AppError('invalid', 'errors:malformed', { field: 'Content-Type' })
  const value = parseJson(text)
  if (!isRecord(value)) throw new AppError('invalid', 'errors:malformed', { field: 'body' })
  return value
}
