import type { AnyTRPCRouter } from '@trpc/server'
import { brand } from '#/brand.ts'
import { REST_PATH, type ApiCall } from './answer-rest.server.ts'
import { HIDDEN, operations, toolNameOf, type Operation } from './operations.server.ts'
import type { JsonSchema } from './json-schema.server.ts'

const problemRef = { $ref: '#/components/responses/Problem' }

/**
 * The API as OpenAPI 3.1, from the declarations of the procedures. `appUrl` is the origin of the server.
 */
export function openApiOf(router: AnyTRPCRouter, appUrl: string) {
  const all = operations(router)
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of all)
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = operationObject(operation)
  return {
    openapi: '3.1.0',
    info: {
      title: `${brand.name} API`,
      version: '1',
      description: `Every request needs an API key, which users create in their settings. A key works in one workspace, with the rights that its owner has there, and in its scopes.`,
    },
    servers: [{ url: `${appUrl}${REST_PATH}` }],
    tags: [...new Set(all.map(({ resource }) => resource))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, which begins with plinth_.' },
      },
      schemas: { Problem: problemSchema },
      responses: {
        Problem: {
          description: 'The request was refused, or it failed.',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
    },
  }
}

const problemSchema = {
  type: 'object',
  description: 'RFC 9457. `code` is stable; `title` is in the language of Accept-Language.',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string' },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { field: { type: 'string' }, code: { type: 'string' } },
        required: ['field', 'code'],
      },
    },
  },
  required: ['type', 'title', 'status', 'code', 'requestId'],
}

function operationObject(operation: Operation): object {
  const { name, resource, scope, summary, description, path, type, inputJson, outputJson } = operation
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => field)
  const { properties = {}, required = [] } = inputJson
  const rest = Object.entries(properties).filter(([field]) => !inPath.includes(field))
  const parameters = [
    ...inPath.map((field) => ({ name: field, in: 'path', required: true, schema: properties[field] })),
    ...(type === 'query'
      ? rest.map(([field, schema]) => ({
          name: field,
          in: 'query',
          required: required.includes(field),
          schema: withoutNull(schema),
        }))
      : []),
    ...(HIDDEN.some((field) => field === 'idempotencyKey' && Object.hasOwn(operation.fields, field))
      ? [idempotencyHeader]
      : []),
  ]
  const bodyRequired = required.filter((field) => !inPath.includes(field))
  return {
    operationId: toolNameOf(name),
    tags: [resource],
    summary,
    ...(description !== undefined && { description }),
    security: [{ apiKey: [scope] }],
    ...(parameters.length > 0 && { parameters }),
    ...(type === 'mutation' &&
      rest.length > 0 && {
        requestBody: {
          required: bodyRequired.length > 0,
          content: {
            'application/json': {
              schema: {
                ...inputJson,
                properties: Object.fromEntries(rest),
                ...(inputJson.required && { required: bodyRequired }),
              },
            },
          },
        },
      }),
    responses: {
      200: { description: 'Done.', content: { 'application/json': { schema: outputJson } } },
      '4XX': problemRef,
      '5XX': problemRef,
    },
  }
}

const idempotencyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Requests with the same key have one effect, so a failed one can be sent again.',
  schema: { type: 'string', minLength: 8, maxLength: 100 },
}

/** A query can't hold null: what may be null is left out. */
function withoutNull({ anyOf, ...schema }: JsonSchema): JsonSchema {
  const left = anyOf?.filter(({ type }) => type !== 'null')
  const [only] = left ?? []
  if (left?.length === 1 && only) return { ...schema, ...only }
  return anyOf ? { ...schema, anyOf } : schema
}

/** Answers /api/openapi.json, which is public like the documentation of any API. */
export async function answerOpenApi({ application, router }: ApiCall): Promise<Response> {
  const { env } = await application()
  return Response.json(openApiOf(await router(), env.APP_URL), {
    headers: { 'cache-control': 'no-cache' },
  })
}
