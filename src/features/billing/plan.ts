/** What a plan can limit, the last two by month. Features ask for them by these names. */
export const limitNames = ['members', 'documents', 'messages', 'apiCalls'] as const
export type LimitName = (typeof limitNames)[number]
/** What access rules can need. */
export type PlanFeature = 'webhooks'

export const intervals = ['month', 'year'] as const
export type Interval = (typeof intervals)[number]

type Prices = Readonly<Record<string, Readonly<Record<Interval, number>>>>

export type Plan = {
  name: string
  limits: Readonly<Partial<Record<LimitName, number>>>
  features: readonly PlanFeature[]
  /** By currency; absent in the plan that costs nothing. */
  prices?: Prices
  /** Whether the price is for each member. */
  isPerSeat?: boolean
  trialDays?: number
}

export const definePlans = <const Plans extends Readonly<Record<string, Plan>>>(plans: Plans): Plans => plans

/** The name by which a price is found at the provider. */
export const priceKey = (plan: string, currency: string, interval: Interval): string =>
  `${plan}_${currency}_${interval}`

/** The product of a plan at the provider, and the plan of a product; undefined for another's product. */
const PRODUCT = 'plan_'
export const productOf = (plan: string): string => `${PRODUCT}${plan}`
export const planOfProduct = (product: string): string | undefined =>
  product.startsWith(PRODUCT) ? product.slice(PRODUCT.length) : undefined
