import { asc, eq } from 'drizzle-orm'
import type { Db } from '@plinth/core/database/server'
import { billingAccounts, billingInvoices } from './billing.table.server.ts'

/** The invoices of a user's personal workspace, oldest first. */
export const exportInvoices = (db: Db, userId: string) =>
  db
    .select({
      number: billingInvoices.number,
      status: billingInvoices.status,
      currency: billingInvoices.currency,
      total: billingInvoices.total,
      paid: billingInvoices.paid,
      url: billingInvoices.url,
      issuedAt: billingInvoices.issuedAt,
    })
    .from(billingInvoices)
    .innerJoin(billingAccounts, eq(billingAccounts.id, billingInvoices.accountId))
    .where(eq(billingAccounts.ownerId, userId))
    .orderBy(asc(billingInvoices.issuedAt), asc(billingInvoices.id))

/** What the user's personal workspace has bought. */
export const exportPlan = (db: Db, userId: string) =>
  db
    .select({
      id: billingAccounts.id,
      plan: billingAccounts.plan,
      status: billingAccounts.status,
      currency: billingAccounts.currency,
      interval: billingAccounts.interval,
      amount: billingAccounts.amount,
      trialEnd: billingAccounts.trialEnd,
      endsAt: billingAccounts.endsAt,
      grantedPlan: billingAccounts.grantedPlan,
      grantedUntil: billingAccounts.grantedUntil,
    })
    .from(billingAccounts)
    .where(eq(billingAccounts.ownerId, userId))
