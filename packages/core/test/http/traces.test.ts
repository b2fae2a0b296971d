import { beforeAll, expect, test } from 'vitest'
import { signedInClient, type HttpClient } from '@plinth/testing/http-client.ts'
import {
  startOtlpReceiver,
  type OtlpReceiver,
  type ReceivedSpan,
} from '@plinth/testing/servers/otlp-receiver.ts'
import { startApp } from '@plinth/testing/programs/running-app.ts'
import { openApp, PASSWORD, type AppUnderTest } from '@plinth/testing/http/open-app.ts'

let receiver: OtlpReceiver
let app: AppUnderTest
let admin: HttpClient
beforeAll(async () => {
  receiver = await startOtlpReceiver()
  // Sent immediately instead of every five seconds.
  app = await openApp({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: '100' })
  admin = await signedInClient(app.url, { email: 'admin@example.com', password: PASSWORD })
})

const factOf = ({ attributes }: ReceivedSpan, key: string) => {
  const { value } = attributes.find((attribute) => attribute.key === key) ?? {}
  return value?.stringValue ?? value?.intValue
}
const named = (name: string) => receiver.spans.filter((span) => span.name === name)

test('a request creates one trace: the request, its call, and the queries of the call', async () => {
  const changed = await admin.post('/api/trpc/sessions.revokeOthers', {})
  expect(changed.status).toBe(200)
  await expect.poll(() => named('POST /api/trpc/sessions.revokeOthers').length).toBe(1)
  const [request] = named('POST /api/trpc/sessions.revokeOthers')
  const [verb] = named('sessions.revokeOthers')
  expect(request?.parentSpanId ?? '').toBe('')
  expect(
    request && [request.kind, factOf(request, 'http.route'), factOf(request, 'http.response.status_code')],
  ).toEqual([2, '/api/trpc/sessions.revokeOthers', 200])
  expect([verb?.traceId, verb?.parentSpanId]).toEqual([request?.traceId, request?.spanId])
  const within = receiver.spans.filter(
    ({ traceId, parentSpanId }) => traceId === request?.traceId && parentSpanId === verb?.spanId,
  )
  expect(within.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['insert limit_counter', 'begin', 'delete session', 'commit']),
  )
  for (const query of within) expect(factOf(query, 'db.system.name')).toBe('postgresql')
  // The session was looked up before the call, in the same trace.
  const others = receiver.spans.filter(
    ({ traceId, parentSpanId }) => traceId === request?.traceId && parentSpanId === request?.spanId,
  )
  expect(others.some(({ name }) => name.startsWith('select '))).toBe(true)
})

test('a page creates one trace with the calls made while rendering it', async () => {
  expect((await admin.get('/dashboard/admin/users')).status).toBe(200)
  await expect.poll(() => named('GET /dashboard/admin/users').length).toBe(1)
  const [page] = named('GET /dashboard/admin/users')
  expect(named('admin.users.list').map(({ traceId }) => traceId)).toContain(page?.traceId)
})

test('a rejected call is an error with its code', async () => {
  await admin.get(
    `/api/trpc/admin.users.get?input=${encodeURIComponent(JSON.stringify({ json: { id: '0197f3a1-7a53-7b6e-9d0b-5f5b8c1e2d3f' } }))}`,
  )
  await expect.poll(() => named('admin.users.get').length).toBe(1)
  const [call] = named('admin.users.get')
  expect(call && [call.status.code, factOf(call, 'error.type')]).toEqual([2, 'NOT_FOUND'])
})

test('jobs have their own traces', async () => {
  // A schedule may have run it at the start.
  const before = named('job sweep-limits').length
  await app.db.transaction(async (tx) => {
    const { enqueueJob } = await import('@plinth/core/internal/jobs/jobs.server.ts')
    await enqueueJob(tx, { name: 'sweep-limits' }, { data: {} })
  })
  await expect.poll(() => named('job sweep-limits').length).toBeGreaterThan(before)
  const job = named('job sweep-limits').at(-1)
  expect(job?.parentSpanId ?? '').toBe('')
  expect(
    receiver.spans.some(({ name, traceId }) => name === 'delete limit_counter' && traceId === job?.traceId),
  ).toBe(true)
})

test('user input, ids, addresses, cookies and passwords are never sent', async () => {
  await fetch(`${app.url}/ada@example.com?token=hunter2`)
  await admin.post('/api/auth/update-user', { firstName: 'Unglazed', lastName: 'secret' })
  await expect.poll(() => named('POST /api/auth/update-user').length).toBe(1)
  await expect.poll(() => named('GET (unknown)').length).toBe(1)
  const token = decodeURIComponent(admin.cookie().split('=')[1] ?? '').split('.')[0] ?? ''
  expect(token.length).toBeGreaterThan(10)
  for (const secret of ['Unglazed', 'hunter2', 'ada@example.com', '0197f3a1', '127.0.0.1', PASSWORD, token])
    expect(receiver.text()).not.toContain(secret)
})

test('an unreachable collector costs spans only and does not delay shutdown', async () => {
  const alone = await startApp({
    env: {
      DATABASE_URL: app.database.url,
      DEMO_PASSWORD: PASSWORD,
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    },
  })
  expect((await fetch(`${alone.url}/register`)).status).toBe(200)
  // It would be 1 after ten seconds.
  expect(await alone.stop()).toBe(0)
  expect(alone.problems()).toEqual([])
})
