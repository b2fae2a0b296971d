import type { AnyTRPCRouter } from '@trpc/server'
import { anonymous } from '@plinth/core/access'
import type { OpenDatabase } from '@plinth/core/database/server'
import { parseEnv } from '@plinth/core/internal/env/env.server.ts'
import type { Application } from '@plinth/core/feature/server'
import { makeContext } from '@plinth/testing/make-context.ts'
import { testLog } from '@plinth/testing/test-database.ts'
import type { ApiCall } from '../server/answer-rest.server.ts'

export const APP_URL = 'http://localhost:3000'
const env = parseEnv({ APP_URL })

/** What a request to the API needs, on this database and with this router. */
export function apiCallOn(db: OpenDatabase['db'], router: AnyTRPCRouter): Omit<ApiCall, 'request'> {
  const { storage, live } = makeContext(db, anonymous)
  const parts = { env, log: testLog, db, storage, live, models: { embedding: undefined } }
  return {
    application: async () => parts as unknown as Application,
    router: async () => router,
  }
}

export type Asked = { key?: string; body?: unknown; headers?: Record<string, string> }

/** A request with a key, as in `GET /things?count=3`. A body that is no text is sent as JSON. */
export function requestOf(line: string, { key, body, headers = {} }: Asked = {}): Request {
  const [method, path] = line.split(' ')
  return new Request(`${APP_URL}/api/v1${path}`, {
    method,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
  })
}
