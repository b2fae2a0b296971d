import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, organization, timestamp, updatedAt } from '@plinth/core/database/server'
import type { DeliveryProblem, DeliveryStatus } from '../webhooks.ts'

const organizationId = () =>
  text('organization_id')
    .notNull()
    .references(() => organization.id, { onDelete: 'cascade' })

export const webhookEndpoints = pgTable(
  'webhook_endpoint',
  {
    id: text('id').primaryKey(),
    organizationId: organizationId(),
    url: text('url').notNull(),
    /** Encrypted with a key derived from the signing secret (webhook-secret.server.ts). */
    secret: text('secret').notNull(),
    /** The names of the events it gets; null for all. */
    eventTypes: text('event_types').array(),
    isEnabled: boolean('is_enabled').notNull().default(true),
    /** Set by an attempt that failed, cleared by one that didn't. */
    failingSince: timestamp('failing_since'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('webhook_endpoint_organization_idx').on(table.organizationId, table.createdAt, table.id)],
)

/** What has happened, as it is sent to each endpoint. */
export const webhookEvents = pgTable(
  'webhook_event',
  {
    /** The header webhook-id of every attempt. */
    id: text('id').primaryKey(),
    organizationId: organizationId(),
    type: text('type').notNull(),
    /** The body. */
    payload: text('payload').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('webhook_event_organization_idx').on(table.organizationId),
    index('webhook_event_created_idx').on(table.createdAt),
  ],
)

/** An event on its way to an endpoint, with the last attempt. */
export const webhookDeliveries = pgTable(
  'webhook_delivery',
  {
    id: text('id').primaryKey(),
    organizationId: organizationId(),
    endpointId: text('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    eventId: text('event_id')
      .notNull()
      .references(() => webhookEvents.id, { onDelete: 'cascade' }),
    status: text('status').$type<DeliveryStatus>().notNull().default('waiting'),
    /** Only the job with the current number sends. Sending again increases it. */
    revision: integer('revision').notNull().default(1),
    /** Since it was last sent by hand, if it was. */
    attempts: integer('attempts').notNull().default(0),
    /** Null unless it is waiting. */
    nextAttemptAt: timestamp('next_attempt_at'),
    attemptedAt: timestamp('attempted_at'),
    durationMs: integer('duration_ms'),
    responseStatus: integer('response_status'),
    /** The first 16 KB of the answer. */
    response: text('response'),
    problem: text('problem').$type<DeliveryProblem>(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('webhook_delivery_event_uq').on(table.eventId, table.endpointId),
    index('webhook_delivery_endpoint_idx').on(table.endpointId, table.createdAt, table.id),
    index('webhook_delivery_waiting_idx')
      .on(table.endpointId)
      .where(sql`${table.status} = 'waiting'`),
    index('webhook_delivery_organization_idx').on(table.organizationId),
  ],
)
