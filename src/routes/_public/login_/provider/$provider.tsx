import { createFileRoute, notFound } from '@tanstack/react-router'
import { titled } from '#/shell/document/root-head.ts'
import { providerLabels, providerNames, ProviderSetupPage } from '#/features/providers/index.ts'

export const Route = createFileRoute('/_public/login_/provider/$provider')({
  beforeLoad: ({ context }) => context.i18n.load(['providers']),
  loader: ({ context, params }) => {
    const provider = providerNames.find((name) => name === params.provider)
    if (!provider || context.pageSettings.providers[provider] !== 'setup') throw notFound()
    return { provider, label: providerLabels[provider] }
  },
  head: ({ match: { context }, loaderData }) =>
    titled(
      loaderData
        ? context.i18n.t('providers:setup.title', { name: loaderData.label })
        : context.i18n.t('app:notFound.title'),
    ),
  component: Page,
  staticData: { access: 'public' },
})

function Page() {
  return <ProviderSetupPage provider={Route.useLoaderData().provider} />
}
