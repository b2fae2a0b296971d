import { z } from 'zod'
import { credential, defineSettings } from '@plinth/core/server'
import { isLoopbackHost } from '@plinth/core/schema'

/** Both keys or neither: without the secret of the webhook nothing would ever arrive. */
export const billingSettings = defineSettings(
  {
    STRIPE_SECRET_KEY: credential,
    STRIPE_WEBHOOK_SECRET: credential,
    STRIPE_API_URL: z
      .url({ protocol: /^http$/, error: 'must be a URL such as http://127.0.0.1:12111', abort: true })
      .refine((url) => isLoopbackHost(new URL(url).hostname), 'must be on this machine')
      .optional(),
  },
  ({ STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret }) =>
    (key === undefined) === (secret === undefined)
      ? []
      : ['STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are required together; set both or neither.'],
)

export type Provider = { key: string; webhookSecret: string; url: string | undefined }

/** The provider that is configured; undefined without keys: then there are no plans, pages or jobs' work. */
export function configuredProvider(): Provider | undefined {
  const {
    STRIPE_SECRET_KEY: key,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: url,
  } = billingSettings.read()
  return key === undefined || webhookSecret === undefined ? undefined : { key, webhookSecret, url }
}
