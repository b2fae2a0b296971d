import { createFileRoute } from '@tanstack/react-router'
import { KeepAccount } from '#/app/shell/cancel-deletion.tsx'
import { titled } from '#/app/shell/document/root-head.ts'

export const Route = createFileRoute('/_public/keep-account')({
  validateSearch: ({ word }): { word?: string } =>
    typeof word === 'string' ? { word: word.slice(0, 200) } : {},
  beforeLoad: ({ context }) => context.i18n.load(['account']),
  head: ({ match }) => titled(match.context.i18n.t('account:keep.title')),
  component: Page,
  staticData: { access: 'public' },
})

function Page() {
  // Without a word it is as with a wrong one.
  return <KeepAccount viewer={Route.useRouteContext().viewer} word={Route.useSearch().word ?? '-'} />
}
