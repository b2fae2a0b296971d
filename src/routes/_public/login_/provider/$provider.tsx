import { createFileRoute, notFound } from '@tanstack/react-router'
import { titled } from '#/app/shell/document/root-head.ts'
import { providerLabels, providerNames } from '#/core/auth/providers/providers.ts'
import { ProviderSetupPage } from '#/features/sign-in/index.ts'

export const Route = createFileRoute('/_public/login_/provider/$provider')({
  beforeLoad: async ({ context, params }) => {
    const provider = providerNames.find((name) => name === params.provider)
    if (!provider || context.providers[provider] !== 'setup') throw notFound()
    await context.i18n.load(['sign-in'])
    return { provider }
  },
  head: ({ match: { context } }) =>
    titled(context.i18n.t('sign-in:setup.title', { name: providerLabels[context.provider] })),
  component: Page,
  staticData: { access: 'public' },
})

function Page() {
  return <ProviderSetupPage provider={Route.useRouteContext().provider} />
}
