import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
// The provider's published examples (MIT, LICENSE.txt).
import examples from './shapes.json' with { type: 'json' }

type Shapes = {
  'billing_portal.session': Stripe.BillingPortal.Session
  'checkout.session': Stripe.Checkout.Session
  customer: Stripe.Customer
  invoice: Stripe.Invoice
  line_item: Stripe.InvoiceLineItem
  price: Stripe.Price
  product: Stripe.Product
  subscription: Stripe.Subscription
  subscription_item: Stripe.SubscriptionItem
  'test_helpers.test_clock': Stripe.TestHelpers.TestClock
}
export type Kind = keyof Shapes
export type Shape<Of extends Kind> = Shapes[Of]

/** What the examples have filled with arbitrary values, and what is absent by default. */
const absent: Partial<Record<Kind, readonly string[]>> = {
  customer: ['discount', 'shipping', 'currency'],
  invoice: [
    ...[
      'due_date',
      'next_payment_attempt',
      'webhooks_delivered_at',
      'last_finalization_error',
      'from_invoice',
    ],
    ...['shipping_cost', 'shipping_details', 'amount_overpaid', 'subscription'],
  ],
  price: ['custom_unit_amount', 'transform_quantity'],
  product: ['default_price', 'description', 'package_dimensions'],
  subscription: [
    ...[
      'billing_cycle_anchor_config',
      'billing_thresholds',
      'cancel_at',
      'canceled_at',
      'ended_at',
      'schedule',
    ],
    ...['next_pending_invoice_item_invoice', 'pause_collection', 'pending_invoice_item_interval'],
    ...['pending_update', 'trial_end', 'trial_start', 'transfer_data', 'trial_settings', 'latest_invoice'],
  ],
  'checkout.session': ['payment_intent', 'subscription', 'invoice', 'after_expiration'],
}

const prefixes: Record<Kind, string> = {
  'billing_portal.session': 'bps',
  'checkout.session': 'cs_test',
  customer: 'cus',
  invoice: 'in',
  line_item: 'il',
  price: 'price',
  product: 'prod',
  subscription: 'sub',
  subscription_item: 'si',
  'test_helpers.test_clock': 'clock',
}

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

/** A new object of that kind: the published example with these members. */
export function shape<Of extends Kind>(kind: Of, members: Partial<Shape<Of>>): Shape<Of> {
  const example = structuredClone(examples[kind]) as unknown as Record<string, unknown>
  for (const name of absent[kind] ?? []) example[name] = null
  return {
    ...example,
    id: newId(prefixes[kind]),
    livemode: false,
    metadata: {},
    ...members,
  } as unknown as Shape<Of>
}
