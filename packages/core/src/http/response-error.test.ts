import { expect, test } from 'vitest'
import { failureOf } from '#/lib/wire-error.ts'
import { responseError } from './response-error.ts'

test('error responses of routes and of other servers are read alike', async () => {
  const headers = { 'retry-after': '30' }
  const ours = Response.json(
    { code: 'errors:limit', requestId: 'r1', field: 'email' },
    { status: 429, headers },
  )
  expect(failureOf(await responseError(ours))).toEqual({
    code: 'errors:limit',
    params: { retryAfterSeconds: 30 },
    fields: { email: 'errors:limit' },
    requestId: 'r1',
    status: 429,
    offline: false,
    retryable: false,
  })
  const proxy = new Response('<h1>Bad gateway</h1>', { status: 502 })
  expect(failureOf(await responseError(proxy))).toMatchObject({ code: 'errors:unexpected', retryable: true })
})
