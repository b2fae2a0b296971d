import type { JsonSchema } from '../server/json-schema.server.ts'

type Parameter = { name: string; in: string; required?: boolean; schema: JsonSchema }
export type DocumentedOperation = {
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: { 'application/json': { schema: JsonSchema } } }
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>
}
/** Operations by their route, such as `GET /things`. */
export type Operations = Readonly<Record<string, DocumentedOperation>>

/** Returns what callers of the first document would notice in the second. Additions break nobody. */
export function breaksOf(before: Operations, after: Operations): string[] {
  return Object.entries(before).flatMap(([route, old]) => {
    const now = after[route]
    if (!now) return [`${route} is gone`]
    const breaks = [
      ...ofInput(inputOf(old), inputOf(now)),
      ...ofOutput('the answer', outputOf(old), outputOf(now)),
    ]
    return breaks.map((what) => `${route}: ${what}`)
  })
}

/** Parameters and the body as the fields of one object. */
function inputOf({ parameters = [], requestBody }: DocumentedOperation): JsonSchema {
  const body = requestBody?.content['application/json'].schema
  return {
    type: 'object',
    properties: {
      ...body?.properties,
      ...Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    },
    required: [
      ...(body?.required ?? []),
      ...parameters.filter(({ required }) => required).map(({ name }) => name),
    ],
  }
}

const outputOf = ({ responses }: DocumentedOperation): JsonSchema =>
  responses['200']?.content?.['application/json']?.schema ?? {}

function ofInput(before: JsonSchema, after: JsonSchema): string[] {
  const { properties: old = {}, required: wasRequired = [] } = before
  const { properties: now = {}, required = [] } = after
  return [
    ...Object.entries(old).flatMap(([name, schema]) => {
      const next = now[name]
      if (!next) return [`${name} is refused`]
      const lost = alternativesOf(schema).filter((type) => !alternativesOf(next).includes(type))
      return lost.map((type) => `${name} may no longer be ${type}`)
    }),
    ...required.filter((name) => !wasRequired.includes(name)).map((name) => `${name} is required`),
  ]
}

function ofOutput(at: string, before: JsonSchema, after: JsonSchema): string[] {
  const gained = alternativesOf(after).filter((type) => !alternativesOf(before).includes(type))
  const { properties: old = {}, required: wasThere = [] } = before
  const { properties: now = {}, required = [] } = after
  return [
    ...gained.map((type) => `${at} may be ${type}`),
    ...Object.entries(old).flatMap(([name, schema]) =>
      now[name] ? ofOutput(`${at}.${name}`, schema, now[name]) : [`${at}.${name} is gone`],
    ),
    ...wasThere
      .filter((name) => now[name] && !required.includes(name))
      .map((name) => `${at}.${name} may be missing`),
    ...(before.items && after.items ? ofOutput(`${at}[]`, before.items, after.items) : []),
  ]
}

/** The types that a value may have, and the values if there are only some. */
function alternativesOf({ type, format, enum: values, anyOf }: JsonSchema): string[] {
  if (anyOf) return anyOf.flatMap(alternativesOf)
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value))
  return [type ?? 'anything'].flat().map((one) => (format === 'date-time' ? `${one} (${format})` : one))
}
