import type { AnyTRPCRouter } from '@trpc/server'
import { z } from 'zod'
import type { AccessRule } from '@plinth/core/access'
import { type ProcedureMeta, scopeOf } from '@plinth/core/verb/server'
import { fieldsOf, jsonSchemaOf, type JsonSchema } from './json-schema.server.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** A procedure that programs may call. */
export type Operation = {
  /** The name of the procedure, such as `things.create`. */
  name: string
  type: 'query' | 'mutation'
  /** The router, by which the document and the scopes are grouped. */
  resource: string
  scope: string
  method: Method
  /** As in the document: `/posts/{id}`. */
  path: string
  summary: string
  description: string | undefined
  isTool: boolean
  rule: AccessRule
  input: z.ZodType | undefined
  /** The fields of the input by name. */
  fields: Readonly<Record<string, z.ZodType>>
  inputJson: JsonSchema
  outputJson: JsonSchema
}

type Declared = {
  type: string
  meta?: ProcedureMeta
  inputs: unknown[]
  output?: unknown
}

/** Fields that are no part of the API: tRPC's own, and what has a header. */
export const HIDDEN = ['direction', 'idempotencyKey']

/**
 * Returns every operation of the router. Throws for a declaration that no program could use: without
 * output or with a type that JSON lacks, with a path whose names are no fields, or with a route that
 * there is already.
 */
export function operationsOf(router: AnyTRPCRouter): Operation[] {
  const procedures = router._def.procedures as Record<string, { _def: Declared }>
  const routes = new Map<string, string>()
  return Object.entries(procedures).flatMap(([name, { _def }]) => {
    if (!_def.meta?.api) return []
    const operation = operationOf(name, _def)
    const route = `${operation.method} ${operation.path.replaceAll(/\{\w+\}/g, '{}')}`
    const other = routes.get(route)
    if (other !== undefined) throw new Error(`${name} and ${other} are both ${route}`)
    routes.set(route, name)
    return operation
  })
}

function operationOf(name: string, { type, meta, inputs, output }: Declared): Operation {
  const { api, rule, upload } = meta ?? {}
  if (!api || !rule) throw new Error(`${name} has no access rule`)
  if (type !== 'query' && type !== 'mutation') throw new Error(`${name}: the API has no subscriptions`)
  if (upload) throw new Error(`${name}: the API takes no files`)
  if (rule.allow.some((subject) => subject === 'app-admin'))
    throw new Error(`${name}: no token may administer the application`)
  if (!(output instanceof z.ZodType)) throw new Error(`${name} has no output schema`)
  const [method = '', path = ''] = api.rest.split(' ')
  if ((method === 'GET') !== (type === 'query')) throw new Error(`${name}: only queries are GET, and all are`)
  const input = inputs[0] as z.ZodType | undefined
  const fields = fieldsOf(input)
  for (const [, field = ''] of path.matchAll(/\{(\w+)\}/g))
    if (!Object.hasOwn(fields, field)) throw new Error(`${name}: the input has no field ${field}`)
  const resource = name.split('.')[0] ?? ''
  return {
    name,
    type,
    resource,
    scope: scopeOf(name, type),
    method: method as Method,
    path,
    summary: api.summary,
    description: api.description,
    isTool: api.mcp ?? method !== 'DELETE',
    rule,
    input,
    fields,
    inputJson: jsonSchemaOf(input ?? z.strictObject({}), { io: 'input', name, hidden: HIDDEN }),
    outputJson: jsonSchemaOf(output, { io: 'output', name }),
  }
}

/** The name of a tool, and of an operation in the document: `posts_create`. */
export const toolNameOf = (name: string): string => name.replaceAll('.', '_')

/**
 * Whether these scopes allow the operation. Writing includes reading: what is written is also returned.
 */
export const isInScope = ({ resource, scope }: Operation, scopes: readonly string[]): boolean =>
  scopes.includes(scope) || scopes.includes(`${resource}:write`)

/** The actions that these scopes allow. */
export const actionsOf = (all: readonly Operation[], scopes: readonly string[]): string[] => [
  ...new Set(all.filter((operation) => isInScope(operation, scopes)).map(({ rule }) => rule.action)),
]

const known = new WeakMap<AnyTRPCRouter, readonly Operation[]>()

/** `operationsOf`, derived once per router. */
export function operations(router: AnyTRPCRouter): readonly Operation[] {
  let found = known.get(router)
  if (!found) known.set(router, (found = operationsOf(router)))
  return found
}
