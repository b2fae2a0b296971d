import { readSearch } from '@plinth/core/schema'
import { currencies } from './offers.ts'
import { intervals, type Interval } from './plan.ts'

/** What was chosen at the price list, and whether the provider's page led back. */
export type BillingSearch = { currency?: string; interval?: Interval; paid?: '1' }

export const billingSearch = (raw: Record<string, unknown>): BillingSearch =>
  readSearch<BillingSearch>(raw, { currency: currencies, interval: intervals, paid: ['1'] })
