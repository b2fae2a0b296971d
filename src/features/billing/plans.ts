import { definePlans } from './plan.ts'

/**
 * What the product costs and what a plan allows: the only file to edit for prices. `npm run billing:sync`
 * brings them to the provider. Amounts are in the smallest unit of the currency. The first plan is what
 * everybody has without paying. A limit that is missing is none.
 */
export const plans = definePlans({
  free: {
    name: 'Free',
    limits: { members: 3, documents: 20, messages: 300, apiCalls: 1_000 },
    features: [],
  },
  team: {
    name: 'Team',
    prices: {
      eur: { month: 900, year: 9_000 },
      usd: { month: 1_000, year: 10_000 },
    },
    isPerSeat: true,
    trialDays: 14,
    limits: { members: 50, documents: 1_000, messages: 10_000, apiCalls: 100_000 },
    features: ['webhooks'],
  },
  business: {
    name: 'Business',
    prices: {
      eur: { month: 19_900, year: 199_000 },
      usd: { month: 21_900, year: 219_000 },
    },
    isPerSeat: false,
    trialDays: 0,
    limits: { documents: 10_000, apiCalls: 1_000_000 },
    features: ['webhooks'],
  },
})
