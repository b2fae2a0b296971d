import { createFileRoute } from '@tanstack/react-router'

/** The level that the endpoints and one of them share in the breadcrumb. */
export const Route = createFileRoute('/dashboard/webhooks')({
  beforeLoad: ({ context }) => context.i18n.load(['webhooks']),
  staticData: { access: 'webhooks.read', crumb: 'webhooks:shell.nav', entry: 'organization' },
})
