import { Webhook } from 'standardwebhooks'
import { beforeAll, expect, test, vi } from 'vitest'
import { installed } from '@plinth/core/feature/server'
import { isOpensslMissing, makeAuthority, makeCertificate } from '@plinth/testing/servers/certificate.ts'
import { actorOf, createOrganization, createSession, createUser } from '@plinth/testing/factories.ts'
import { featureFixtures } from '@plinth/testing/feature-fixtures.ts'
import { openApp, publicSettings, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { startNameServer, type NameServer } from '@plinth/testing/servers/name-server.ts'
import { hasTracing, startOtlpReceiver, type OtlpReceiver } from '@plinth/testing/servers/otlp-receiver.ts'
import { openReceiver } from './receiver.ts'

const secret = publicSettings.BETTER_AUTH_SECRET
const authority = isOpensslMissing ? undefined : makeAuthority()
let app: AppUnderTest
let collector: OtlpReceiver
let dns: NameServer
beforeAll(async () => {
  dns = await startNameServer()
  collector = await startOtlpReceiver()
  app = await openApp({
    BETTER_AUTH_SECRET: secret,
    WEBHOOKS_ALLOW_LOOPBACK: 'true',
    ...collector.settings,
    LOG_LEVEL: 'debug',
    ...dns.env,
    ...(authority && { NODE_EXTRA_CA_CERTS: authority.cert }),
  })
})

/** The owner of an organization, who calls procedures. */
async function ownerOfOrganization() {
  const owner = await createUser(app.db)
  const acme = await createOrganization(app.db, { owner })
  const cookie = (await createSession(app.db, actorOf(owner, acme), { secret })).cookie(app.url)
  async function answerOf<Answer = Record<string, string>>(response: Response): Promise<Answer> {
    expect(response.status).toBe(200)
    const { result } = (await response.json()) as { result: { data: { json: Answer } } }
    return result.data.json
  }
  return {
    organizationId: acme.id,
    userId: owner.id,
    mutate: async (procedure: string, input: object) =>
      answerOf(
        await fetch(`${app.url}/api/trpc/${procedure}`, {
          method: 'POST',
          headers: { cookie, origin: app.url, 'content-type': 'application/json' },
          body: JSON.stringify({ json: input }),
        }),
      ),
    query: async <Answer = Record<string, string>>(procedure: string, input: object) => {
      const asked = encodeURIComponent(JSON.stringify({ json: input }))
      return answerOf<Answer>(
        await fetch(`${app.url}/api/trpc/${procedure}?input=${asked}`, { headers: { cookie } }),
      )
    },
  }
}

const names = [...installed().publicEvents.values()]
/** Mutations of features that publish what they do. */
const published = featureFixtures.flatMap(({ live }) =>
  live && names.some((name) => name.split('.')[0] === live.mutation.split('.')[0]) ? [live] : [],
)

test.skipIf(published.length === 0)(
  'a change in the running application reaches the endpoint of its organization, signed',
  async () => {
    const receiver = await openReceiver()
    const { mutate, query, organizationId, userId } = await ownerOfOrganization()
    const { id = '' } = await mutate('webhooks.create', { url: receiver.url, eventTypes: null })
    for (const { mutation, input } of published) await mutate(mutation, input)
    await vi.waitFor(() => expect(receiver.received).toHaveLength(published.length), 30_000)
    const { secret: key = '' } = await query('webhooks.secret', { id })
    for (const { body, headers } of receiver.received)
      expect(new Webhook(key).verify(body, headers as Record<string, string>)).toMatchObject({
        id: headers['webhook-id'],
        data: { organizationId, actorId: userId },
      })
  },
)

test.skipIf(!hasTracing)(
  'the secret of an endpoint, its address and what it signs are in no log line and no trace',
  async () => {
    const receiver = await openReceiver()
    const { mutate, query } = await ownerOfOrganization()
    const url = `${receiver.url}?token=hunter2`
    const { id = '' } = await mutate('webhooks.create', { url, eventTypes: null })
    const { secret: first = '' } = await query('webhooks.secret', { id })
    const { secret: second = '' } = await mutate('webhooks.rotateSecret', { id })
    await mutate('webhooks.sendTest', { id })
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), 30_000)
    const spans = () => collector.spans.map(({ name }) => name)
    const told = ['webhooks.create', 'webhooks.secret', 'webhooks.rotateSecret', 'job deliver-webhook']
    await expect.poll(spans, { timeout: 30_000 }).toEqual(expect.arrayContaining(told))
    const signature = String(receiver.received[0]?.headers['webhook-signature']).slice('v1,'.length)
    for (const text of [first, second]
      .map((one) => one.slice('whsec_'.length))
      .concat(signature, 'hunter2')) {
      expect(text.length).toBeGreaterThan(6)
      expect(collector.text() + app.output()).not.toContain(text)
    }
  },
)

test('a test event that found nobody is retried until its receiver is back', async () => {
  const receiver = await openReceiver((response) => response.destroy())
  const { mutate } = await ownerOfOrganization()
  const { id = '' } = await mutate('webhooks.create', { url: receiver.url, eventTypes: null })
  await mutate('webhooks.sendTest', { id })
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), 30_000)
  receiver.answer = (response) => response.writeHead(204).end()
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), 30_000)
  const [first, second] = receiver.received
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
})

type Deliveries = { items: { attemptedAt: string | null; problem: string | null }[] }

test.skipIf(!authority)(
  'a name that leads somewhere else by the second event gets the first one only',
  async () => {
    const receiver = await openReceiver(undefined, authority?.issue('rebind.example'))
    dns.names.set('rebind.example', [['127.0.0.1'], ['127.0.0.1', '10.0.0.1']])
    const { mutate, query } = await ownerOfOrganization()
    const url = receiver.url.replace('localhost', 'rebind.example')
    const { id = '' } = await mutate('webhooks.create', { url, eventTypes: null })
    const problems = async () =>
      (await query<Deliveries>('webhooks.deliveries', { id })).items.map(
        ({ attemptedAt, problem }) => attemptedAt && (problem ?? 'delivered'),
      )
    for (const expected of [['delivered'], ['privateAddress', 'delivered']]) {
      await mutate('webhooks.sendTest', { id })
      await expect.poll(problems, { timeout: 30_000 }).toEqual(expected)
    }
    expect(receiver.received).toHaveLength(1)
  },
)

test.skipIf(!authority).each([
  ['of a trusted authority, for its host', () => authority?.issue('localhost'), null],
  ['of a trusted authority, for another host', () => authority?.issue('other.example'), 'certificate'],
  ['that nobody vouches for', makeCertificate, 'certificate'],
])('over https to a receiver with a certificate %s', async (_certificate, made, problem) => {
  const receiver = await openReceiver(undefined, made())
  const { mutate, query } = await ownerOfOrganization()
  const { id = '' } = await mutate('webhooks.create', { url: receiver.url, eventTypes: null })
  await mutate('webhooks.sendTest', { id })
  await expect
    .poll(async () => (await query<Deliveries>('webhooks.deliveries', { id })).items, { timeout: 30_000 })
    .toMatchObject([{ attemptedAt: expect.any(String) as string, problem }])
  expect(receiver.received).toHaveLength(problem === null ? 1 : 0)
})
