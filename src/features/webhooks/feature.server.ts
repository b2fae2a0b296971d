import { onPublicEvent } from '@plinth/core/verb/server'
import { defineServerFeature } from '@plinth/core/feature/server'
import { deliverWebhookJob } from './server/deliver-webhook.server.ts'
import { publishEvent, publishEventJob } from './server/publish-event.server.ts'
import { sweepWebhooksJob } from './server/sweep-webhooks.server.ts'
import { webhookMails } from './server/webhook-mails/mails.server.ts'
import { webhooksSettings } from './server/webhooks-settings.server.ts'

onPublicEvent(publishEvent)

export const webhooksFeature = defineServerFeature({
  name: 'webhooks',
  needs: ['organizations'],
  async routers(installed, application) {
    const { createWebhooksRouter } = await import('./server/webhooks.router.server.ts')
    const { openWebhookServices } = await import('./server/webhook-services.server.ts')
    return { webhooks: createWebhooksRouter(() => openWebhookServices(application, installed)) }
  },
  settings: webhooksSettings,
  mails: webhookMails,
  jobs: (application) => [publishEventJob, deliverWebhookJob(application), sweepWebhooksJob],
})
