import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamp } from '#/db/columns.server.ts'

/**
 * Append-only: the database itself rejects updates and deletes (docs/decisions/013). No foreign keys, because
 * an entry outlives its user and its target.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: text('id').primaryKey(),
    at: timestamp('at').notNull().defaultNow(),
    action: text('action').notNull(),
    actorId: text('actor_id'),
    impersonatorId: text('impersonator_id'),
    targetType: text('target_type'),
    targetId: text('target_id'),
    organizationId: text('organization_id'),
    ip: text('ip'),
    details: jsonb('details').$type<Record<string, string | number | boolean | null>>().notNull().default({}),
  },
  (table) => [
    index('audit_log_at_idx').on(table.at, table.id),
    index('audit_log_actor_idx').on(table.actorId, table.at),
    index('audit_log_target_idx').on(table.targetId, table.at),
    index('audit_log_organization_idx').on(table.organizationId, table.at),
    index('audit_log_action_idx').on(table.action, table.at, table.id),
  ],
)
