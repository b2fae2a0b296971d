import type Stripe from 'stripe'
import { newId, shape, type Kind, type Shape } from './shapes.ts'

/** Refused as the provider refuses it: status, type and a message. */
export class Refusal extends Error {
  readonly status: number
  readonly body: { error: { type: string; code?: string; message: string; param?: string } }
  constructor(status: number, message: string, more: { type?: string; code?: string; param?: string } = {}) {
    super(message)
    this.status = status
    this.body = { error: { type: 'invalid_request_error', message, ...more } }
  }
}

export type StripeEvent = Stripe.Event

type Stored = { id: string; object: string; created: number }

/** Everything that the provider knows, and the events that its changes have caused. */
export class StripeState {
  readonly objects = new Map<string, Stored>()
  readonly events: StripeEvent[] = []
  /** Customers whose card is declined. */
  readonly declined = new Set<string>()
  /** Amounts of prorations that the next invoice of a subscription has. */
  readonly prorations = new Map<string, number>()
  /** Subscriptions whose customer has been told that the trial ends. */
  readonly noticed = new Set<string>()
  /** By how much the provider's clock is ahead, in seconds. */
  aheadSeconds = 0
  /** The moment of what happens by itself, while the clock jumps over it. */
  moment: number | undefined
  /** Where its pages are. */
  url = ''
  onEvent: (event: StripeEvent) => void = () => {}

  /** Seconds since 1970, by the clock of the customer if it has one. */
  now(customerId?: string): number {
    if (this.moment !== undefined) return this.moment
    const customer = customerId === undefined ? undefined : this.find('customer', customerId)
    const clock = customer?.test_clock as string | null | undefined
    if (clock) return this.get('test_helpers.test_clock', clock).frozen_time
    return Math.floor(Date.now() / 1_000) + this.aheadSeconds
  }

  add<Of extends Kind>(kind: Of, members: Partial<Shape<Of>>): Shape<Of> {
    const made = shape(kind, members)
    if (this.objects.has(made.id))
      throw new Refusal(400, `${kind} ${made.id} already exists.`, { code: 'resource_already_exists' })
    this.objects.set(made.id, made as unknown as Stored)
    return made
  }

  find<Of extends Kind>(kind: Of, id: string): Shape<Of> | undefined {
    const found = this.objects.get(id)
    return found?.object === kind ? (found as unknown as Shape<Of>) : undefined
  }

  get<Of extends Kind>(kind: Of, id: string): Shape<Of> {
    const found = this.find(kind, id)
    if (!found) throw new Refusal(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param: 'id' })
    return found
  }

  /** Newest first, as the provider lists them. */
  all<Of extends Kind>(kind: Of, isWanted: (one: Shape<Of>) => boolean = () => true): Shape<Of>[] {
    return [...this.objects.values()]
      .filter(({ object }) => object === kind)
      .map((one) => one as unknown as Shape<Of>)
      .filter(isWanted)
      .toReversed()
  }

  emit(type: StripeEvent['type'], object: object, customerId?: string): void {
    const event = {
      id: newId('evt'),
      object: 'event',
      api_version: null,
      created: this.now(customerId),
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    } as unknown as StripeEvent
    this.events.push(event)
    this.onEvent(event)
  }
}
