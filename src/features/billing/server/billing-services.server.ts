import type Stripe from 'stripe'
import { getEnv } from '@plinth/core/server'
import { AppError } from '@plinth/core/verb/server'
import { configuredProvider } from './billing-settings.server.ts'
import { openStripe } from './provider/open-stripe.server.ts'

/** What verbs of billing need beside their context. */
export type BillingServices = { stripe: Stripe; webhookSecret: string; appUrl: string }

let opened: Promise<BillingServices> | undefined

/** Undefined without keys. */
export async function billingServices(): Promise<BillingServices | undefined> {
  const provider = configuredProvider()
  if (!provider) return undefined
  return (opened ??= openStripe(provider).then((stripe) => ({
    stripe,
    webhookSecret: provider.webhookSecret,
    appUrl: getEnv().APP_URL,
  })))
}

/** Throws not_found without keys: there is no billing then. */
export async function requireBilling(): Promise<BillingServices> {
  const services = await billingServices()
  if (!services) throw new AppError('not_found', 'errors:notFound')
  return services
}
