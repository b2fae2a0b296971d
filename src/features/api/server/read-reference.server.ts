import type { AnyTRPCRouter } from '@trpc/server'
import { authorize } from '@plinth/core/access'
import { getEnv } from '@plinth/core/server'
import type { VerbContext } from '@plinth/core/verb/server'
import { apiKeysAccess } from '../api.access.ts'
import { REST_PATH } from './answer-rest.server.ts'
import { MCP_PATH } from './mcp-path.server.ts'
import type { JsonSchema } from './json-schema.server.ts'
import { operations, type Operation } from './operations.server.ts'

/** Returns what the reference page shows: every operation, with a request to begin with. Any user. */
export function readReference(ctx: VerbContext, router: AnyTRPCRouter) {
  authorize(ctx.actor, apiKeysAccess.reference)
  const { APP_URL } = getEnv()
  return {
    baseUrl: `${APP_URL}${REST_PATH}`,
    mcpUrl: `${APP_URL}${MCP_PATH}`,
    operations: operations(router).map((operation) => {
      const { name, resource, scope, method, summary, description = null } = operation
      const fields = fieldsOf(operation)
      return {
        name,
        resource,
        scope,
        method,
        summary,
        description,
        fields,
        path: operation.path,
        firstPath: firstPathOf(operation, fields),
        body: bodyOf(operation, fields),
      }
    }),
  }
}

type Field = { name: string; place: 'path' | 'query' | 'body'; type: string; isRequired: boolean }

function fieldsOf({ path, type, inputJson }: Operation): Field[] {
  const { properties = {}, required = [] } = inputJson
  return Object.entries(properties).map(([name, schema]) => {
    const isInPath = path.includes(`{${name}}`)
    return {
      name,
      place: isInPath ? 'path' : type === 'query' ? 'query' : 'body',
      type: typeOf(schema),
      isRequired: isInPath || required.includes(name),
    }
  })
}

/** A type as people write it: `string`, `date-time`, `integer`, `"a" | "b"`, `string[]`. */
function typeOf({ type, format, enum: values, anyOf, items }: JsonSchema): string {
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (anyOf) return anyOf.map(typeOf).join(' | ')
  if (items) return `${typeOf(items)}[]`
  return typeof format === 'string' ? format : [type ?? 'any'].flat().join(' | ')
}

/** The path of a first request: names of the path in capitals, and what the query needs. */
function firstPathOf({ path, inputJson }: Operation, fields: readonly Field[]): string {
  const query = new URLSearchParams(
    fields
      .filter(({ place, isRequired }) => place === 'query' && isRequired)
      .map(({ name }) => [name, String(exampleOf(inputJson.properties?.[name]))]),
  ).toString()
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase())
  return query === '' ? filled : `${filled}?${query}`
}

/**
 * The body of a first request as JSON: what is required, or everything if nothing is; null without one.
 */
function bodyOf({ inputJson }: Operation, fields: readonly Field[]): string | null {
  const all = fields.filter(({ place }) => place === 'body')
  if (all.length === 0) return null
  const needed = all.filter(({ isRequired }) => isRequired)
  const shown = needed.length > 0 ? needed : all
  const values = shown.map(({ name }) => [name, exampleOf(inputJson.properties?.[name])] as const)
  return JSON.stringify(Object.fromEntries(values), null, 2)
}

function exampleOf(schema: JsonSchema = {}): unknown {
  const { type, format, enum: values, anyOf, items, minimum } = schema
  if (Array.isArray(values)) return values[0]
  if (anyOf) return exampleOf(anyOf[0])
  if (items) return [exampleOf(items)]
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return Math.max(1, Number(minimum ?? 1))
  if (format === 'date-time') return '2026-01-31T09:30:00Z'
  if (format === 'date') return '2026-01-31'
  if (format === 'email') return 'ada@example.com'
  return 'Text'
}
