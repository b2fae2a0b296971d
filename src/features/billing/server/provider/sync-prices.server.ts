import type Stripe from 'stripe'
import { amountOf, currencies, paidPlans, planNamed } from '../../offers.ts'
import { intervals, priceKey, productOf } from '../../plan.ts'
import { isUnknown } from './open-stripe.server.ts'

/**
 * Makes products and prices at the provider what plans.ts says, and returns what it did or, in a dry run,
 * would do. A second run does nothing. A price can't change there: another takes its name, and who pays the
 * old one goes on with it.
 */
export async function syncPrices(stripe: Stripe, { isDryRun }: { isDryRun: boolean }): Promise<string[]> {
  const done: string[] = []
  for (const plan of paidPlans) {
    const name = planNamed(plan)?.name ?? plan
    const id = productOf(plan)
    const product = await findProduct(stripe, id)
    if (product?.name !== name) {
      done.push(product ? `Rename the product ${id} to ${name}` : `Create the product ${id}: ${name}`)
      if (!isDryRun)
        await (product ? stripe.products.update(id, { name }) : stripe.products.create({ id, name }))
    }
    for (const currency of currencies)
      for (const interval of intervals) {
        const line = await syncPrice(stripe, { plan, currency, interval, isDryRun })
        if (line !== undefined) done.push(line)
      }
  }
  return done
}

async function findProduct(stripe: Stripe, id: string): Promise<Stripe.Product | undefined> {
  try {
    return await stripe.products.retrieve(id)
  } catch (error) {
    if (isUnknown(error)) return undefined
    throw error
  }
}

type Wanted = { plan: string; currency: string; interval: 'month' | 'year'; isDryRun: boolean }

async function syncPrice(
  stripe: Stripe,
  { plan, currency, interval, isDryRun }: Wanted,
): Promise<string | undefined> {
  const key = priceKey(plan, currency, interval)
  const amount = amountOf(plan, currency, interval)
  const { data } = await stripe.prices.list({ lookup_keys: [key], limit: 1 })
  const [price] = data
  if (price?.unit_amount === amount && price?.active) return undefined
  if (!isDryRun) {
    await stripe.prices.create(
      {
        product: productOf(plan),
        currency,
        unit_amount: amount ?? 0,
        recurring: { interval },
        lookup_key: key,
        transfer_lookup_key: true,
      },
      { idempotencyKey: `price-${key}-${amount}-${price?.id ?? 'new'}` },
    )
    if (price?.active) await stripe.prices.update(price.id, { active: false })
  }
  return `${price ? 'Replace' : 'Create'} the price ${key}: ${amount}`
}
