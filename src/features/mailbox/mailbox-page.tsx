import { Link, useRouter } from '@tanstack/react-router'
import { EmptyState } from '#/components/empty-state.tsx'
import { Mark } from '#/components/mark.tsx'
import { Button, buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { MailList } from './mail-list.tsx'
import { Message, type Mail } from './message.tsx'

/**
 * A small mail client for local mode: the list at the left, the chosen mail (or the newest) at the right; on
 * a phone one after the other.
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
