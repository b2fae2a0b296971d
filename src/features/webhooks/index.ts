export { EndpointPage } from './ui/endpoint-page.tsx'
export { deliveryPages, endpointList } from './ui/webhook-queries.ts'
export { WebhooksPage } from './ui/webhooks-page.tsx'
