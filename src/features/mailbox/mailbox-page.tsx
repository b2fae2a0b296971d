import { Link, useRouter } from '@tanstack/react-router'
import { EmptyState } from '#/components/empty-state.tsx'
import { Mark } from '#/components/mark.tsx'
import { Button, buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate, useI18n } from '#/core/i18n/react.tsx'
import { Message, type Mail } from './message.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'

/**
 * A mail client for local mode: the list on the left, the selected or newest mail on the right; one at a time
 * on phones.
 */
export function MailboxPage({ mails, chosenId }: { mails: Mail[]; chosenId: string | undefined }) {
  const t = useTranslate()
  const chosen = mails.find((mail) => mail.id === chosenId)
  const shown = chosen ?? mails[0]
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-7xl grid-rows-[auto_1fr]">
      <Header />
      {shown ? (
        <div className="grid grid-cols-[minmax(0,1fr)] border-border md:grid-cols-[20rem_minmax(0,1fr)] 2xl:border-x">
          <div className={`min-w-0 border-border md:border-r ${chosen ? 'max-md:hidden' : ''}`}>
            <MailList mails={mails} chosenId={shown.id} />
          </div>
          <div className={`min-w-0 bg-card ${chosen ? '' : 'max-md:hidden'}`}>
            <Message mail={shown} />
          </div>
        </div>
      ) : (
        <div className="px-4 py-8 sm:px-6">
          <EmptyState
            title={t('mailbox:emptyTitle')}
            text={t('mailbox:emptyText')}
            action={
              <Link to="/register" className={buttonVariants({ variant: 'outline' })}>
                {t('mailbox:signUp')}
              </Link>
            }
          />
        </div>
      )}
    </main>
  )
}

function Header() {
  const t = useTranslate()
  const router = useRouter()
  return (
    <header className="flex items-start justify-between gap-4 border-b border-border px-4 py-4 sm:items-center sm:px-6">
      <div className="flex min-w-0 items-start gap-3 sm:items-center">
        <Link to="/" aria-label={t('mailbox:home')} className="rounded-lg">
          <Mark className="size-7" />
        </Link>
        <div>
          <h1 className="text-xl font-semibold">{t('mailbox:title')}</h1>
          <p className="text-sm text-muted-foreground">{t('mailbox:intro')}</p>
        </div>
      </div>
      <Button variant="outline" onClick={() => void router.invalidate()}>
        {t('mailbox:refresh')}
      </Button>
    </header>
  )
}

/** The mails, newest first: recipient, subject, time. */
function MailList({ mails, chosenId }: { mails: readonly Mail[]; chosenId: string | undefined }) {
  const { t, language } = useI18n()
  return (
    <nav aria-label={t('mailbox:list')} className="md:sticky md:top-0 md:max-h-dvh md:overflow-y-auto">
      <ul className="divide-y divide-border">
        {mails.map((mail) => (
          <li key={mail.id}>
            <Link
              to="/dev/mailbox"
              search={{ mail: mail.id }}
              // Preloading would fetch the list for each link.
              preload={false}
              aria-current={mail.id === chosenId ? 'true' : undefined}
              className={`grid grid-cols-[minmax(0,1fr)] gap-0.5 border-l-2 px-4 py-3 ${mail.id === chosenId ? 'border-brand bg-accent' : 'border-transparent hover:bg-accent'}`}
            >
              <span className="flex items-baseline justify-between gap-3 text-sm text-muted-foreground">
                <span className="truncate">{mail.to}</span>
                <span className="shrink-0">
                  <TimeAgo at={mail.createdAt} language={language} />
                </span>
              </span>
              <span className="truncate font-medium">{mail.subject}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
