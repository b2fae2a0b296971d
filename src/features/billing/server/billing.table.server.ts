import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, timestamp, workspaceCheck, workspaceColumns } from '@plinth/core/database/server'
import type { Interval } from '../plan.ts'

/** The customer of a workspace, and what the provider says of its subscription. */
export const billingAccounts = pgTable(
  'billing_account',
  {
    id: text('id').primaryKey(),
    ...workspaceColumns,
    customerId: text('customer_id'),
    subscriptionId: text('subscription_id'),
    itemId: text('item_id'),
    /** In the words of the provider. */
    status: text('status'),
    /** Of plans.ts; null for a product that is not in it. */
    plan: text('plan'),
    currency: text('currency'),
    interval: text('interval').$type<Interval>(),
    amount: integer('amount'),
    seats: integer('seats'),
    periodEnd: timestamp('period_end'),
    trialEnd: timestamp('trial_end'),
    /** When it ends because it was cancelled. */
    endsAt: timestamp('ends_at'),
    /** A reading of the provider takes the next number, and is written unless a later one has been. */
    asked: integer('asked').notNull().default(0),
    written: integer('written').notNull().default(0),
    refreshedAt: timestamp('refreshed_at'),
    /** A plan that an administrator has given, until then. */
    grantedPlan: text('granted_plan'),
    grantedUntil: timestamp('granted_until'),
    grantReason: text('grant_reason'),
    /** The subscription whose owners know that the trial ends. */
    trialToldFor: text('trial_told_for'),
    /** The key of the checkout that is under way, and what it is for; it has no session until it is made. */
    checkoutKey: text('checkout_key'),
    checkoutFor: text('checkout_for'),
    checkoutSessionId: text('checkout_session_id'),
    checkoutUrl: text('checkout_url'),
    checkoutAt: timestamp('checkout_at'),
    createdAt: createdAt(),
  },
  (table) => [
    workspaceCheck('billing_account', table),
    uniqueIndex('billing_account_organization_uq').on(table.organizationId),
    uniqueIndex('billing_account_owner_uq').on(table.ownerId),
    uniqueIndex('billing_account_customer_uq').on(table.customerId),
  ],
)

export type BillingAccount = typeof billingAccounts.$inferSelect

/** What the provider has sent, by its own id. */
export const billingEvents = pgTable(
  'billing_event',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    customerId: text('customer_id').notNull(),
    isApplied: boolean('is_applied').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [index('billing_event_created_idx').on(table.createdAt)],
)

/** Invoices of the provider. They stay when the workspace is gone. */
export const billingInvoices = pgTable(
  'billing_invoice',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').references(() => billingAccounts.id, { onDelete: 'set null' }),
    number: text('number'),
    status: text('status').notNull(),
    currency: text('currency').notNull(),
    total: integer('total').notNull(),
    paid: integer('paid').notNull(),
    url: text('url'),
    pdfUrl: text('pdf_url'),
    /** By the provider's clock. */
    issuedAt: timestamp('issued_at').notNull(),
  },
  (table) => [
    index('billing_invoice_account_idx').on(table.accountId, table.issuedAt),
    index('billing_invoice_issued_idx').on(table.issuedAt),
  ],
)
