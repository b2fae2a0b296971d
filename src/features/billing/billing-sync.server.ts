// npm run billing:sync [-- --write]: says what would change at the provider for plans.ts, and does it with
// --write.
import { configuredProvider } from './server/billing-settings.server.ts'
import { openStripe } from './server/provider/open-stripe.server.ts'
import { syncPrices } from './server/provider/sync-prices.server.ts'

const provider = configuredProvider()
if (!provider) {
  console.error('Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET first, see docs/billing.md.')
  process.exit(1)
}
const writes = process.argv.includes('--write')
const lines = await syncPrices(await openStripe(provider), { isDryRun: !writes })
for (const line of lines) console.info(line)
if (lines.length === 0) console.info('The provider has what plans.ts says.')
else if (writes) console.info('Done.')
else console.info('Nothing was changed. To do it: npm run billing:sync -- --write')
