import { startApp, type RunningApp } from '@plinth/testing/programs/running-app.ts'
import { startStripeServer, type StripeServer } from '@plinth/testing/servers/stripe/stripe-server.ts'
import { openStripe } from '../server/provider/open-stripe.server.ts'
import { syncPrices } from '../server/provider/sync-prices.server.ts'

/** A stand-in for the provider that has the prices of plans.ts, and the settings with which it is used. */
export async function startProvider(): Promise<{ server: StripeServer; env: Record<string, string> }> {
  const server = await startStripeServer()
  const { url, secretKey, webhookSecret } = server
  await syncPrices(await openStripe({ key: secretKey, url }), { isDryRun: false })
  return {
    server,
    env: { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: url },
  }
}

export const webhookOf = ({ url }: Pick<RunningApp, 'url'>): string => `${url}/api/billing/webhook`

/** The built application with its demo, beside the stand-in, whose events it gets. */
export async function startWithProvider(env: Record<string, string>) {
  const provider = await startProvider()
  const { server } = provider
  const app = await startApp({ env: { ...provider.env, ...env } })
  server.webhooks.url = webhookOf(app)
  return {
    app,
    server,
    async stop() {
      await app.stop()
      await server.close()
    },
  }
}
