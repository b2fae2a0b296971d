import { sql } from 'drizzle-orm'
import type { SignedInActor } from '@plinth/core/access'
import type { Db } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import type { FeatureFixtures } from '@plinth/testing/feature-fixtures.ts'
import { ANSWER_MAX_BYTES } from './server/post-webhook.server.ts'
import { encryptSecret } from './server/webhook-secret.server.ts'
import { webhookDeliveries, webhookEndpoints, webhookEvents } from './server/webhooks.table.server.ts'
import { TEST_EVENT } from './webhooks.ts'
import { ENDPOINTS_PER_ORGANIZATION } from './webhooks.schema.ts'

const FILLED_DELIVERIES = 1_000
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

/**
 * An endpoint of an organization with a failed delivery. `secret` is the signing secret of the application,
 * for tests that read the endpoint's.
 */
export async function createWebhook(
  db: Db,
  organizationId: string,
  secret = 'a secret of the tests',
): Promise<{ id: string; deliveryId: string; eventId: string }> {
  const [id, deliveryId, eventId] = [createId(), createId(), createId()]
  const encrypted = await encryptSecret(secret, SECRET)
  await db.insert(webhookEndpoints).values({
    id,
    organizationId,
    url: 'https://example.com/hook',
    secret: encrypted,
    // What tests of others do leaves no jobs.
    eventTypes: [TEST_EVENT],
  })
  const event = { id: eventId, type: TEST_EVENT, timestamp: new Date(), data: { organizationId } }
  await db
    .insert(webhookEvents)
    .values({ id: eventId, organizationId, type: TEST_EVENT, payload: JSON.stringify(event) })
  await db.insert(webhookDeliveries).values({
    id: deliveryId,
    organizationId,
    endpointId: id,
    eventId,
    status: 'failed',
    attempts: 10,
    problem: 'status',
    responseStatus: 500,
    response: 'The receiver has no room',
    durationMs: 120,
    attemptedAt: new Date(),
  })
  return { id, deliveryId, eventId }
}

const organizationOf = ({ workspace }: SignedInActor) => workspace.organizationId

export const fixtures: FeatureFixtures = {
  async rows(db, actor) {
    const organizationId = organizationOf(actor)
    if (organizationId === null) return []
    const { id, deliveryId, eventId } = await createWebhook(db, organizationId)
    return [id, deliveryId, eventId]
  },
  async fill(db, owner) {
    const organizationId = organizationOf(owner) ?? ''
    const { id, eventId } = await createWebhook(db, organizationId)
    await db.execute(sql`
      insert into webhook_endpoint (id, organization_id, url, secret)
      select ${id} || at, organization_id, url, secret
      from webhook_endpoint, generate_series(2, ${ENDPOINTS_PER_ORGANIZATION}) at where id = ${id}`)
    await db.execute(sql`
      insert into webhook_event (id, organization_id, type, payload)
      select ${eventId} || at, organization_id, type, payload
      from webhook_event, generate_series(1, ${FILLED_DELIVERIES}) at where id = ${eventId}`)
    await db.execute(sql`
      insert into webhook_delivery (id, organization_id, endpoint_id, event_id, status, attempts, response)
      select id, organization_id, ${id}, id, 'failed', 10, repeat('x', ${ANSWER_MAX_BYTES})
      from webhook_event where organization_id = ${organizationId} and id <> ${eventId}`)
    return {
      ids: { webhooks: id },
      isThere: sql`exists (select from webhook_endpoint where id = ${id})`,
    }
  },
  mails: ({ cause }) => [
    {
      template: 'webhookDisabled',
      params: { ...cause, organizationName: 'Acme', host: 'hooks.example.com' },
    },
  ],
}
