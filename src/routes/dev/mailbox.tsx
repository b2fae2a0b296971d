import { createFileRoute } from '@tanstack/react-router'
import { reachServer } from '@plinth/core/client'
import { readMailbox } from '#/shell/functions/mailbox.functions.ts'
import { Preferences } from '#/shell/settings/preferences.tsx'
import { titled } from '#/shell/document/root-head.ts'
import { MailboxPage } from '#/features/mailbox/index.ts'

export const Route = createFileRoute('/dev/mailbox')({
  validateSearch: (search): { mail?: string } =>
    typeof search.mail === 'string' ? { mail: search.mail.slice(0, 100) } : {},
  beforeLoad: ({ context }) => context.i18n.load(['mailbox']),
  loader: async () => ({ mails: await readMailbox({ fetch: reachServer }) }),
  // Where access is denied, the title must not reveal that the page exists.
  head: ({ match, loaderData }) =>
    titled(match.context.i18n.t(loaderData ? 'mailbox:title' : 'app:notFound.title')),
  component: Page,
  staticData: { access: 'local' },
})

function Page() {
  const { mails } = Route.useLoaderData()
  return <MailboxPage mails={mails} chosenId={Route.useSearch().mail} Preferences={Preferences} />
}
