import { globSync, readFileSync } from 'node:fs'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { installed } from '@plinth/core/feature/server'
import { type SignedInActor, anonymous } from '@plinth/core/access'
import { providePublicEvents } from '@plinth/core/internal/audit/audit.server.ts'
import { writeAudit } from '@plinth/core/verb/server'
import { type Transaction, organization } from '@plinth/core/database/server'
import { mail } from '@plinth/core/internal/email/mail.table.server.ts'
import { parseEnv } from '@plinth/core/internal/env/env.server.ts'
import { startJobs } from '@plinth/core/internal/jobs/jobs.server.ts'
import { prepareJobs } from '@plinth/core/internal/jobs/prepare-jobs.server.ts'
import { createId } from '@plinth/core/schema'
import { actorOf, createTeam, createUser } from '@plinth/testing/factories.ts'
import { auditOf } from '@plinth/testing/expect-audit.ts'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { openTestDatabase, testLog } from '@plinth/testing/test-database.ts'
import '../feature.server.ts'
import { openReceiver, type Received } from '../tests/receiver.ts'
import { ENDPOINTS_PER_ORGANIZATION } from '../webhooks.schema.ts'
import { createEndpoint } from './create-endpoint.server.ts'
import { deleteEndpoint } from './delete-endpoint.server.ts'
import { deliverWebhookJob, RETRY_AFTER_SECONDS } from './deliver-webhook.server.ts'
import type { DeliveryOrder, WebhookEvent } from './delivery-order.server.ts'
import { readSecret, rotateSecret } from './endpoint-secret.server.ts'
import { getDelivery, listDeliveries } from './list-deliveries.server.ts'
import { listEndpoints } from './list-endpoints.server.ts'
import { publishEventJob } from './publish-event.server.ts'
import { resendDelivery } from './resend-delivery.server.ts'
import { sendTestEvent } from './send-test-event.server.ts'
import { sweepWebhooks } from './sweep-webhooks.server.ts'
import { updateEndpoint } from './update-endpoint.server.ts'
import { webhookDeliveries, webhookEndpoints, webhookEvents } from './webhooks.table.server.ts'

provideAllTexts()
const { db, pool } = await openTestDatabase()
const secret = 'the signing secret of these tests'
const services = {
  secret,
  allowsLoopback: true,
  isLocal: false,
  eventTypes: ['things.created', 'things.deleted'],
}
const publicEvents = new Map([
  ['thing.create', 'things.created'],
  ['thing.delete', 'things.deleted'],
])
const parts = { env: parseEnv({}), secret, network: { allowsLoopback: true } }
const jobs = [publishEventJob, deliverWebhookJob(parts)] as const
const [publish, deliver] = jobs
const context = { db, log: testLog, signal: new AbortController().signal, attempt: 1 }

beforeAll(async () => {
  await prepareJobs({ pool, jobs })
  providePublicEvents(publicEvents)
})
beforeEach(() => db.execute(sql`delete from pgboss.job`))
afterAll(() => providePublicEvents(new Map()))

const add = (actor: SignedInActor, url: string, eventTypes: string[] | null = null) =>
  createEndpoint(makeContext(db, actor), { url, eventTypes }, services)

/** An endpoint as admins see it. */
const endpointOf = async (actor: SignedInActor, id: string) =>
  (await listDeliveries(makeContext(db, actor), { id, limit: 1 })).endpoint

/** What a verb does to a thing. */
const change = (actor: SignedInActor, action: string, then?: (tx: Transaction) => Promise<void>) =>
  db.transaction(async (tx) => {
    const id = createId()
    await writeAudit(tx, actor, { action, target: { type: 'thing', id }, details: { folder: 'Ideas' } })
    await then?.(tx)
    return id
  })

type Job = { name: string; data: WebhookEvent | DeliveryOrder; seconds: number }

/** Takes the waiting jobs from the queue. */
async function takeJobs(): Promise<Job[]> {
  const { rows } = await db.execute<Job>(sql`
    with taken as (delete from pgboss.job where name like '%webhook%' returning *)
    select name, data, round(extract(epoch from start_after - created_on))::int as seconds from taken`)
  return rows
}

/** Runs waiting jobs, also those not yet due, until there are none. Returns the waits of the deliveries. */
async function runJobs(rounds = Infinity): Promise<number[]> {
  const waits: number[] = []
  for (let round = 0; round < rounds; round++) {
    const taken = await takeJobs()
    if (taken.length === 0) break
    for (const { name, data, seconds } of taken) {
      if (name === publish.name) await publish.handler(context, data as WebhookEvent)
      else {
        waits.push(seconds)
        await deliver.handler(context, data as DeliveryOrder)
      }
    }
  }
  return waits
}

const deliveriesOf = (endpointId: string) =>
  db.select().from(webhookDeliveries).where(eq(webhookDeliveries.endpointId, endpointId))

async function onlyDeliveryOf(endpointId: string) {
  const [only, another] = await deliveriesOf(endpointId)
  if (!only || another) throw new Error('There is not exactly one delivery')
  return only
}

function verify({ body, headers }: Received, key: string): unknown {
  return new Webhook(key).verify(body, headers as Record<string, string>)
}

describe('a public event', () => {
  test('reaches the endpoints of its organization, and the official verifier accepts it', async () => {
    const [receiver, { admin, member, organization: acme }] = [await openReceiver(), await createTeam(db)]
    const { id } = await add(admin, receiver.url)
    const token = { id: 'key', kind: 'key' as const, name: 'Deploys', actions: [] }
    const thingId = await change({ ...member, token }, 'thing.create')
    await runJobs()
    const { secret: key } = await readSecret(makeContext(db, admin), { id }, services)
    expect(key).toMatch(/^whsec_/)
    const [request, another] = receiver.received
    if (!request || another) throw new Error('Not exactly one request')
    const [entry] = await auditOf(db, thingId)
    const event = {
      id: entry?.id,
      type: 'things.created',
      timestamp: expect.any(String) as string,
      data: {
        organizationId: acme.id,
        actorId: member.userId,
        target: { type: 'thing', id: thingId },
        details: { folder: 'Ideas' },
      },
    }
    expect(verify(request, key)).toEqual(event)
    expect(request.headers['webhook-id']).toBe(entry?.id)
    expect(() => verify({ ...request, body: request.body.replace('Ideas', 'Others') }, key)).toThrow()
    expect(await onlyDeliveryOf(id)).toMatchObject({ status: 'succeeded', attempts: 1, responseStatus: 204 })
  })

  test('is written with the change or not at all', async () => {
    const { admin } = await createTeam(db)
    await add(admin, 'https://example.com/hook')
    await change(admin, 'thing.create')
    expect(await takeJobs()).toHaveLength(1)
    const failed = change(admin, 'thing.create', async () => {
      throw new Error('the change fails')
    })
    await expect(failed).rejects.toThrow('the change fails')
    expect(await takeJobs()).toEqual([])
  })

  test('goes only to endpoints that are on, have chosen it and belong to the organization', async () => {
    const [{ admin }, other, loner] = [await createTeam(db), await createTeam(db), await createUser(db)]
    const urls = { all: 'https://all.example/', chosen: 'https://chosen.example/' }
    const [all, chosen] = [await add(admin, urls.all), await add(admin, urls.chosen, ['things.created'])]
    const rest = [
      await add(admin, 'https://deleted.example/', ['things.deleted']),
      await add(admin, 'https://off.example/'),
      await add(other.admin, 'https://foreign.example/'),
    ]
    await updateEndpoint(makeContext(db, admin), { id: rest[1]?.id ?? '', isEnabled: false }, services)
    await change(admin, 'thing.create')
    await change(admin, 'thing.read')
    await change(actorOf(loner), 'thing.create')
    expect(await takeAndPublish()).toBe(1)
    for (const { id } of [all, chosen]) expect(await deliveriesOf(id)).toHaveLength(1)
    for (const { id } of rest) expect(await deliveriesOf(id)).toEqual([])
  })

  test('is delivered once to each endpoint, even if its job runs twice', async () => {
    const { admin } = await createTeam(db)
    const { id } = await add(admin, 'https://example.com/')
    await change(admin, 'thing.create')
    const [job] = await takeJobs()
    for (let run = 0; run < 2; run++) await publish.handler(context, job?.data as WebhookEvent)
    expect(await deliveriesOf(id)).toHaveLength(1)
    expect(await takeJobs()).toHaveLength(1)
  })
})

/** Runs the waiting jobs that write deliveries, and returns their number. */
async function takeAndPublish(): Promise<number> {
  const taken = (await takeJobs()).filter(({ name }) => name === publish.name)
  for (const { data } of taken) await publish.handler(context, data as WebhookEvent)
  return taken.length
}

test('every public event is of an action that a verb writes', () => {
  const sources = globSync('src/**/server/**/*.server.ts').map((file) => readFileSync(file, 'utf8'))
  // What a verb deletes, core restores.
  const isWritten = (action: string) =>
    sources.some((source) => source.includes(`'${action.replace(/\.restore$/, '.delete')}'`))
  expect([...installed().publicEvents.keys()].filter((action) => !isWritten(action))).toEqual([])
})

test('an event and test events of ten endpoints wait for each other and lock nobody out', async () => {
  const { admin } = await createTeam(db)
  const ids: string[] = []
  for (let at = 0; at < 10; at++) ids.push((await add(admin, `https://example.com/${at}`)).id)
  for (let round = 0; round < 10; round++) {
    await change(admin, 'thing.create')
    const [event] = (await takeJobs()).filter(({ name }) => name === publish.name)
    await Promise.all([
      publish.handler(context, event?.data as WebhookEvent),
      ...ids.slice(0, 3).map((id) => sendTestEvent(makeContext(db, admin), { id })),
    ])
  }
  const [first = ''] = ids
  expect(await deliveriesOf(first)).toHaveLength(20)
})

describe('a delivery that fails', () => {
  test('is tried ten times over three days with the same id, and is then failed', async () => {
    const [receiver, { admin }] = [
      await openReceiver((to) => to.writeHead(500).end('no')),
      await createTeam(db),
    ]
    const { id } = await add(admin, receiver.url)
    await change(admin, 'thing.create')
    expect(await runJobs()).toEqual([0, ...RETRY_AFTER_SECONDS])
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const delivery = await onlyDeliveryOf(id)
    expect(delivery).toMatchObject({ status: 'failed', attempts: 10, problem: 'status', response: 'no' })
    expect(delivery).toMatchObject({ responseStatus: 500, nextAttemptAt: null })
    const days = RETRY_AFTER_SECONDS.reduce((sum, seconds) => sum + seconds, 0) / 86_400
    expect(days).toBeGreaterThan(3)
    expect(days).toBeLessThan(4)
  })

  test('succeeds at a later attempt, which clears the failing state of its endpoint', async () => {
    const [receiver, { admin }] = [await openReceiver(), await createTeam(db)]
    await receiver.close()
    const { id } = await add(admin, receiver.url)
    await change(admin, 'thing.create')
    await runJobs(2)
    expect(await endpointOf(admin, id)).toMatchObject({
      failingSince: expect.any(Date) as Date,
    })
    expect(await onlyDeliveryOf(id)).toMatchObject({
      status: 'waiting',
      problem: 'unreachable',
      nextAttemptAt: expect.any(Date) as Date,
    })
    const again = await openReceiver()
    // Not through the verb: a new address would clear it too.
    await db.update(webhookEndpoints).set({ url: again.url }).where(eq(webhookEndpoints.id, id))
    await runJobs()
    expect(await endpointOf(admin, id)).toMatchObject({ failingSince: null })
    expect(await onlyDeliveryOf(id)).toMatchObject({ status: 'succeeded', attempts: 2, problem: null })
  })

  test('is ordered once more, not twice, when its job runs twice', async () => {
    const [receiver, { admin }] = [await openReceiver((to) => to.writeHead(500).end()), await createTeam(db)]
    await add(admin, receiver.url)
    await change(admin, 'thing.create')
    await takeAndPublish()
    const [job] = await takeJobs()
    for (let run = 0; run < 2; run++) await deliver.handler(context, job?.data as DeliveryOrder)
    expect(receiver.received).toHaveLength(1)
    expect(await takeJobs()).toHaveLength(1)
  })

  test('for three days turns its endpoint off and mails the owners and admins, once', async () => {
    const [receiver, { admin, owner, member }] = [
      await openReceiver((to) => to.writeHead(500).end()),
      await createTeam(db),
    ]
    const { id } = await add(admin, receiver.url)
    await change(admin, 'thing.create')
    await change(admin, 'thing.delete')
    await runJobs(2)
    await db
      .update(webhookEndpoints)
      .set({ failingSince: sql`now() - interval '73 hours'` })
      .where(eq(webhookEndpoints.id, id))
    await runJobs()
    expect(receiver.received.length).toBeLessThanOrEqual(4)
    expect(await endpointOf(admin, id)).toMatchObject({ isEnabled: false })
    for (const { status, nextAttemptAt } of await deliveriesOf(id))
      expect({ status, nextAttemptAt }).toEqual({ status: 'failed', nextAttemptAt: null })
    expect(await mailsTo(admin)).toMatchObject([
      { subject: expect.stringContaining(`127.0.0.1:${receiver.port}`) as string },
    ])
    expect(await mailsTo(owner)).toHaveLength(1)
    expect(await mailsTo(member)).toEqual([])
    expect((await auditOf(db, id)).map(({ action }) => action)).toEqual(['webhook.create', 'webhook.disable'])
    await updateEndpoint(makeContext(db, admin), { id, isEnabled: true }, services)
    expect(await endpointOf(admin, id)).toMatchObject({
      isEnabled: true,
      failingSince: null,
    })
  })

  test('says so when the secret was encrypted with another signing secret, until it is replaced', async () => {
    const [receiver, { admin }] = [await openReceiver(), await createTeam(db)]
    const { id } = await add(admin, receiver.url)
    const foreign = { ...services, secret: 'another signing secret' }
    const ctx = makeContext(db, admin)
    await rotateSecret(ctx, { id }, foreign)
    await change(admin, 'thing.create')
    await runJobs(2)
    expect(receiver.received).toEqual([])
    expect(await onlyDeliveryOf(id)).toMatchObject({ problem: 'unreadableSecret' })
    expect(await failureOf(readSecret(ctx, { id }, services))).toMatchObject({ kind: 'conflict' })
    const { secret: key } = await rotateSecret(ctx, { id }, services)
    await runJobs()
    expect(receiver.received.map((request) => verify(request, key))).toHaveLength(1)
  })
})

async function mailsTo(actor: SignedInActor) {
  return db
    .select({ subject: mail.subject })
    .from(mail)
    .where(sql`${mail.to} = (select email from "user" where id = ${actor.userId})`)
}

describe('sending again', () => {
  test('starts the attempts anew with the same id, and the order before it does nothing', async () => {
    const [receiver, { admin }] = [await openReceiver((to) => to.writeHead(500).end()), await createTeam(db)]
    const { id } = await add(admin, receiver.url)
    await change(admin, 'thing.create')
    await runJobs(2)
    const [late] = await takeJobs()
    receiver.answer = (to) => to.writeHead(200).end('thanks')
    const { id: deliveryId } = await onlyDeliveryOf(id)
    const ctx = makeContext(db, admin)
    await resendDelivery(ctx, { id: deliveryId })
    await deliver.handler(context, late?.data as DeliveryOrder)
    expect(receiver.received).toHaveLength(1)
    expect(await runJobs()).toEqual([0])
    const [first, second] = receiver.received
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.body).toBe(first?.body)
    expect(await getDelivery(ctx, { id: deliveryId })).toMatchObject({
      status: 'succeeded',
      attempts: 1,
      payload: first?.body,
      response: 'thanks',
    })
    await resendDelivery(ctx, { id: deliveryId })
    await runJobs()
    expect(receiver.received).toHaveLength(3)
  })

  test('during an attempt: what that one found changes nothing', async () => {
    const { admin } = await createTeam(db)
    const receiver = await openReceiver()
    const { id } = await add(admin, receiver.url)
    receiver.answer = async (response) => {
      receiver.answer = (to) => to.writeHead(204).end()
      await resendDelivery(makeContext(db, admin), { id: (await onlyDeliveryOf(id)).id })
      response.writeHead(500).end()
    }
    await change(admin, 'thing.create')
    await runJobs(2)
    expect(await onlyDeliveryOf(id)).toMatchObject({ status: 'waiting', attempts: 0 })
    expect(await runJobs()).toEqual([0])
    expect(await onlyDeliveryOf(id)).toMatchObject({ status: 'succeeded', attempts: 1 })
  })

  test('and a test event are refused while the endpoint is off', async () => {
    const [receiver, { admin }] = [await openReceiver(), await createTeam(db)]
    const { id } = await add(admin, receiver.url, ['things.deleted'])
    const ctx = makeContext(db, admin)
    await sendTestEvent(ctx, { id })
    await runJobs()
    expect(receiver.received.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
      { type: 'webhooks.test', data: { actorId: admin.userId, target: { type: 'webhook', id } } },
    ])
    await updateEndpoint(ctx, { id, isEnabled: false }, services)
    const { id: deliveryId } = await onlyDeliveryOf(id)
    const refused = [sendTestEvent(ctx, { id }), resendDelivery(ctx, { id: deliveryId })]
    for (const failure of await Promise.all(refused.map(failureOf)))
      expect(failure).toMatchObject({ kind: 'conflict', code: 'webhooks:errors.off' })
  })
})

describe('an endpoint', () => {
  test('must have an address that deliveries accept, and events that exist', async () => {
    const { admin } = await createTeam(db)
    const strict = { ...services, allowsLoopback: false }
    const create = (url: string, eventTypes: string[] | null = null) =>
      failureOf(createEndpoint(makeContext(db, admin), { url, eventTypes }, strict))
    for (const host of ['localhost', '127.0.0.1', '[::1]', '10.0.0.1', '169.254.169.254', '[fd00::1]'])
      expect(await create(`https://${host}/`)).toMatchObject({ kind: 'invalid', params: { field: 'url' } })
    const developer = { ...strict, isLocal: true }
    const refused = createEndpoint(
      makeContext(db, admin),
      { url: 'http://localhost:4000/', eventTypes: null },
      developer,
    )
    expect(await failureOf(refused)).toMatchObject({
      code: 'webhooks:errors.urlLoopback',
      params: { field: 'url', setting: 'WEBHOOKS_ALLOW_LOOPBACK=true' },
    })
    expect(await create('https://example.com/', ['things.burned'])).toMatchObject({
      kind: 'invalid',
      params: { field: 'eventTypes' },
    })
    expect(await listEndpoints(makeContext(db, admin), services.eventTypes)).toMatchObject({ items: [] })
  })

  test('has a URL that no other endpoint of its organization has, however many are saved at once', async () => {
    const [{ admin }, another] = [await createTeam(db), await createTeam(db)]
    const url = 'https://example.com/hook'
    const outcomes = await Promise.allSettled([add(admin, url), add(admin, url), add(admin, url)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const taken = { kind: 'conflict', code: 'webhooks:errors.sameUrl', params: { field: 'url' } }
    expect(await failureOf(add(admin, 'HTTPS://Example.com:443/hook'))).toMatchObject(taken)
    const ids = [await add(admin, `${url}/2`), await add(admin, `${url}/3`), await add(another.admin, url)]
    const [second, third] = ids.map(({ id }) => id)
    const move = (id = '', to = `${url}/4`) =>
      updateEndpoint(makeContext(db, admin), { id, url: to }, services)
    expect(await failureOf(move(second, url))).toMatchObject(taken)
    await move(second, `${url}/2`)
    const moved = await Promise.allSettled([move(second), move(third)])
    expect(moved.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('is one of ten at most, however many are made at once', async () => {
    const { admin } = await createTeam(db)
    const made = Array.from({ length: ENDPOINTS_PER_ORGANIZATION + 5 }, (_, at) =>
      add(admin, `https://example.com/${at}`),
    )
    const outcomes = await Promise.allSettled(made)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(ENDPOINTS_PER_ORGANIZATION)
  })

  test('keeps its secret encrypted, and shows it to nobody who only lists', async () => {
    const { admin } = await createTeam(db)
    const { id } = await add(admin, 'https://example.com/')
    const ctx = makeContext(db, admin)
    const { secret: first } = await readSecret(ctx, { id }, services)
    const { secret: second } = await rotateSecret(ctx, { id }, services)
    expect(second).not.toBe(first)
    expect(await readSecret(ctx, { id }, services)).toEqual({ secret: second })
    const [row] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id))
    expect(JSON.stringify(row)).not.toContain(second.slice(6, 30))
    expect(Object.keys(await endpointOf(admin, id))).not.toContain('secret')
    expect((await auditOf(db, id)).map(({ action }) => action)).toEqual([
      'webhook.create',
      'webhook.rotateSecret',
    ])
    expect(JSON.stringify(await auditOf(db, id))).not.toContain('whsec_')
  })

  test('of another organization is unknown, like its deliveries', async () => {
    const [{ admin }, { admin: stranger }] = [await createTeam(db), await createTeam(db)]
    const { id } = await add(admin, 'https://example.com/')
    await sendTestEvent(makeContext(db, admin), { id })
    const { id: deliveryId } = await onlyDeliveryOf(id)
    const ctx = makeContext(db, stranger)
    const refused = [
      listDeliveries(ctx, { id, limit: 20 }),
      updateEndpoint(ctx, { id, isEnabled: false }, services),
      deleteEndpoint(ctx, { id }),
      readSecret(ctx, { id }, services),
      rotateSecret(ctx, { id }, services),
      sendTestEvent(ctx, { id }),
      getDelivery(ctx, { id: deliveryId }),
      resendDelivery(ctx, { id: deliveryId }),
    ]
    for (const failure of await Promise.all(refused.map(failureOf)))
      expect(failure).toMatchObject({ kind: 'not_found' })
    expect(await endpointOf(admin, id)).toMatchObject({ isEnabled: true })
  })

  test('goes with its organization, its deliveries and events too, and waiting jobs then do nothing', async () => {
    const [receiver, { admin, organization: acme }] = [await openReceiver(), await createTeam(db)]
    const { id } = await add(admin, receiver.url)
    await change(admin, 'thing.create')
    await takeAndPublish()
    await change(admin, 'thing.create')
    await db.delete(organization).where(eq(organization.id, acme.id))
    await runJobs()
    expect(receiver.received).toEqual([])
    expect(await deliveriesOf(id)).toEqual([])
    expect(await db.$count(webhookEvents, eq(webhookEvents.organizationId, acme.id))).toBe(0)
  })

  test('is listed with its newest delivery, or none', async () => {
    const [receiver, { admin }] = [await openReceiver(), await createTeam(db)]
    const [used, unused] = [await add(admin, receiver.url), await add(admin, 'https://example.com/')]
    const ctx = makeContext(db, admin)
    const listed = async () => (await listEndpoints(ctx, [])).items
    await sendTestEvent(ctx, { id: used.id })
    await runJobs()
    expect(await listed()).toMatchObject([
      { id: used.id, lastDelivery: { status: 'succeeded', attempts: 1, problem: null } },
      { id: unused.id, lastDelivery: null },
    ])
    receiver.answer = (to) => to.writeHead(500).end()
    await sendTestEvent(ctx, { id: used.id })
    await runJobs(1)
    const [newest] = (await listDeliveries(ctx, { id: used.id, limit: 1 })).items
    expect((await listed())[0]?.lastDelivery).toEqual({
      status: 'waiting',
      attempts: 1,
      problem: 'status',
      at: newest?.attemptedAt,
    })
  })

  test('lists its deliveries newest first, page by page', async () => {
    const { admin } = await createTeam(db)
    const { id } = await add(admin, 'https://example.com/')
    for (let at = 0; at < 3; at++) await sendTestEvent(makeContext(db, admin), { id })
    const ctx = makeContext(db, admin)
    const first = await listDeliveries(ctx, { id, limit: 2 })
    const second = await listDeliveries(ctx, { id, limit: 2, cursor: first.nextCursor })
    const ids = [...first.items, ...second.items].map((one) => one.id)
    expect(ids).toEqual(
      (await deliveriesOf(id))
        .map((one) => one.id)
        .toSorted()
        .toReversed(),
    )
    expect(second.nextCursor).toBeNull()
  })
})

test('events are deleted after the retention, with their deliveries, unless one is on its way', async () => {
  const { admin } = await createTeam(db)
  const { id } = await add(admin, 'https://example.com/')
  for (let at = 0; at < 2; at++) await sendTestEvent(makeContext(db, admin), { id })
  await db.update(webhookEvents).set({ createdAt: sql`now() - interval '31 days'` })
  const [waiting, over] = await deliveriesOf(id)
  await db
    .update(webhookDeliveries)
    .set({ status: 'succeeded' })
    .where(and(eq(webhookDeliveries.endpointId, id), eq(webhookDeliveries.id, over?.id ?? '')))
  expect(await sweepWebhooks(db, { days: 0 })).toBe(0)
  await sweepWebhooks(db, { days: 30 })
  expect(await deliveriesOf(id)).toEqual([waiting])
})

test('a delivery fails an hour after it was due without a job, and its event is deleted like others', async () => {
  const { admin } = await createTeam(db)
  const { id } = await add(admin, 'https://example.com/')
  for (let at = 0; at < 3; at++) await sendTestEvent(makeContext(db, admin), { id })
  await db.update(webhookEvents).set({ createdAt: sql`now() - interval '31 days'` })
  const [young, lost, waiting] = await deliveriesOf(id)
  const ids = [young?.id, lost?.id]
  await db.execute(sql`delete from pgboss.job where data ->> 'deliveryId' = any(${sql.param(ids)}::text[])`)
  await db
    .update(webhookDeliveries)
    .set({ nextAttemptAt: sql`now() - interval '61 minutes'` })
    .where(inArray(webhookDeliveries.id, [lost?.id ?? '', waiting?.id ?? '']))
  await sweepWebhooks(db, { days: 0 })
  expect(await deliveriesOf(id)).toMatchObject([
    { id: young?.id, status: 'waiting' },
    { id: lost?.id, status: 'failed', problem: 'lost', nextAttemptAt: null },
    { id: waiting?.id, status: 'waiting', problem: null },
  ])
  expect(await sweepWebhooks(db, { days: 30 })).toBe(1)
  expect((await deliveriesOf(id)).map((one) => one.id)).toEqual([young?.id, waiting?.id])
})

describe('a slow endpoint', () => {
  test('delays no other organization: it has one worker at most', async () => {
    const [slow, quick] = [await openReceiver(() => {}), await openReceiver()]
    const [greedy, modest] = [await createTeam(db), await createTeam(db)]
    await add(greedy.admin, slow.url)
    await add(modest.admin, quick.url)
    for (let at = 0; at < 20; at++) await change(greedy.admin, 'thing.create')
    // Longer than the test: a request that ends makes room for the next one.
    const patient = { ...parts, network: { allowsLoopback: true, timeoutMs: 50_000 } }
    const running = await startJobs({
      db,
      pool,
      log: testLog,
      jobs: [publishEventJob, deliverWebhookJob(patient)],
      timing: { pollSeconds: 0.5, drainSeconds: 1 },
    })
    await vi.waitFor(() => expect(slow.received).toHaveLength(1), 30_000)
    for (let at = 0; at < 5; at++) await change(modest.admin, 'thing.create')
    await vi.waitFor(() => expect(quick.received).toHaveLength(5), 30_000)
    // The slow request has not ended meanwhile.
    expect(slow.received).toHaveLength(1)
    await slow.close()
    await running.stop()
  })

  test('is charged what it takes: its organization waits that much longer, also with what was ordered before', async () => {
    const receiver = await openReceiver((answer) => void setTimeout(() => answer.end(), 2_500))
    const [greedy, modest] = [await createTeam(db), await createTeam(db)]
    for (const { admin } of [greedy, modest]) await add(admin, receiver.url)
    for (const admin of [greedy.admin, greedy.admin, modest.admin, modest.admin])
      await change(admin, 'thing.create')
    for (const { data } of await takeJobs()) await publish.handler(context, data as WebhookEvent)
    const inTurn = async () =>
      (
        await db.execute<{ id: string; data: DeliveryOrder }>(
          sql`select id, data from pgboss.job where name = ${deliver.name} order by priority desc, created_on`,
        )
      ).rows
    const [first, ...others] = await inTurn()
    expect(first?.data.organizationId).toBe(greedy.admin.workspace.organizationId)
    await db.execute(sql`delete from pgboss.job where id = ${first?.id}`)
    await deliver.handler(context, first?.data as DeliveryOrder)
    const after = await inTurn()
    expect(others.findIndex(({ data }) => data.organizationId === first?.data.organizationId)).toBeLessThan(2)
    expect(after.at(-1)?.data.organizationId).toBe(first?.data.organizationId)
  })
})

test('a member may do nothing of it, and nobody in the personal workspace', async () => {
  const { member } = await createTeam(db)
  const loner = actorOf(await createUser(db))
  for (const actor of [member, loner]) {
    expect(await failureOf(add(actor, 'https://example.com/'))).toMatchObject({ kind: 'forbidden' })
    expect(await failureOf(listEndpoints(makeContext(db, actor), []))).toMatchObject({ kind: 'forbidden' })
  }
  expect(await failureOf(listEndpoints(makeContext(db, anonymous), []))).toMatchObject({
    kind: 'unauthenticated',
  })
})
