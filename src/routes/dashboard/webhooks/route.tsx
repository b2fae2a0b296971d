import { createFileRoute } from '@tanstack/react-router'

/** The level that the endpoints and one of them share in the breadcrumb. */
export const Route = createFileRoute('/dashboard/webhooks')({
  beforeLoad: ({ context }) => context.i18n.load(['webhooks']),
  loader: ({ context }) => ({ title: context.i18n.t('webhooks:list.title') }),
  staticData: { access: 'webhooks.read', entry: 'organization', shape: 'table' },
})
