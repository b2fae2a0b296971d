import { createFileRoute, notFound } from '@tanstack/react-router'
import { titled } from '#/app/shell/document/root-head.ts'
import { providerLabels, providerNames, ProviderSetupPage } from '#/features/providers/index.ts'

export const Route = createFileRoute('/_public/login_/provider/$provider')({
  beforeLoad: async ({ context, params }) => {
    const provider = providerNames.find((name) => name === params.provider)
    if (!provider || context.pageSettings.providers[provider] !== 'setup') throw notFound()
    await context.i18n.load(['providers'])
    return { provider }
  },
  head: ({ match: { context } }) =>
    titled(context.i18n.t('providers:setup.title', { name: providerLabels[context.provider] })),
  component: Page,
  staticData: { access: 'public' },
})

function Page() {
  return <ProviderSetupPage provider={Route.useRouteContext().provider} />
}
