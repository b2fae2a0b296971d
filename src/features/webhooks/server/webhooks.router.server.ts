import { perMinute, procedure, router } from '@plinth/core/verb/server'
import { webhooksAccess } from '../webhooks.access.ts'
import {
  createEndpointInput,
  listDeliveriesInput,
  updateEndpointInput,
  webhookIdInput,
} from '../webhooks.schema.ts'
import { createEndpoint } from './create-endpoint.server.ts'
import { deleteEndpoint } from './delete-endpoint.server.ts'
import { readSecret, rotateSecret } from './endpoint-secret.server.ts'
import { getDelivery, listDeliveries } from './list-deliveries.server.ts'
import { listEndpoints } from './list-endpoints.server.ts'
import { resendDelivery } from './resend-delivery.server.ts'
import { sendTestEvent } from './send-test-event.server.ts'
import { updateEndpoint } from './update-endpoint.server.ts'
import type { WebhookServices } from './webhook-services.server.ts'

export const createWebhooksRouter = (services: () => Promise<WebhookServices>) =>
  router({
    list: procedure(webhooksAccess.read).query(async ({ ctx }) =>
      listEndpoints(ctx, (await services()).eventTypes),
    ),
    deliveries: procedure(webhooksAccess.read)
      .input(listDeliveriesInput)
      .query(({ ctx, input }) => listDeliveries(ctx, input)),
    delivery: procedure(webhooksAccess.read)
      .input(webhookIdInput)
      .query(({ ctx, input }) => getDelivery(ctx, input)),
    secret: procedure(webhooksAccess.manage)
      .input(webhookIdInput)
      .query(async ({ ctx, input }) => readSecret(ctx, input, await services())),
    create: procedure(webhooksAccess.create, perMinute(60))
      .input(createEndpointInput)
      .mutation(async ({ ctx, input }) => createEndpoint(ctx, input, await services())),
    update: procedure(webhooksAccess.manage, perMinute(60))
      .input(updateEndpointInput)
      .mutation(async ({ ctx, input }) => updateEndpoint(ctx, input, await services())),
    delete: procedure(webhooksAccess.manage, perMinute(60))
      .input(webhookIdInput)
      .mutation(({ ctx, input }) => deleteEndpoint(ctx, input)),
    rotateSecret: procedure(webhooksAccess.manage, perMinute(20))
      .input(webhookIdInput)
      .mutation(async ({ ctx, input }) => rotateSecret(ctx, input, await services())),
    sendTest: procedure(webhooksAccess.manage, perMinute(20))
      .input(webhookIdInput)
      .mutation(({ ctx, input }) => sendTestEvent(ctx, input)),
    resend: procedure(webhooksAccess.manage, perMinute(60))
      .input(webhookIdInput)
      .mutation(({ ctx, input }) => resendDelivery(ctx, input)),
  })
