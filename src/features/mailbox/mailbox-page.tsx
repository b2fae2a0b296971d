import { Link, useRouter } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import type { ComponentType } from 'react'
import { EmptyState } from '#/components/empty-state.tsx'
import { Mark } from '#/components/mark.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import { Button, buttonVariants } from '#/components/ui/button.tsx'
import type { MailboxEntry } from '@plinth/core/mail/server'
import { useI18n, useTranslate } from '@plinth/core/texts'
import { brand } from '#/brand.ts'
import { Message } from './message.tsx'
import { SenderFace } from './sender-face.tsx'

type MailboxPageProps = {
  mails: MailboxEntry[]
  chosenId: string | undefined
  /** The switches of language and theme. */
  Preferences: ComponentType
}

/**
 * A mail client for local mode: the list on the left, the selected or newest mail on the right; one at a time
 * on phones.
 */
export function MailboxPage({ mails, chosenId, Preferences }: MailboxPageProps) {
  const t = useTranslate()
  const chosen = mails.find((mail) => mail.id === chosenId)
  const shown = chosen ?? mails[0]
  return (
    <main className="min-h-dvh md:px-6 md:py-8">
      <div className="mx-auto grid w-full max-w-[74rem] grid-cols-[minmax(0,1fr)] border-border bg-card max-md:min-h-dvh max-md:content-start md:min-h-[calc(100dvh-4rem)] md:grid-cols-[20rem_minmax(0,1fr)] md:overflow-clip md:rounded-xl md:border md:shadow-float">
        <div className={`min-w-0 border-border md:border-r ${chosen ? 'max-md:hidden' : ''}`}>
          <div className="p-2 md:sticky md:top-0 md:max-h-dvh md:overflow-y-auto">
            <Header Preferences={Preferences} />
            <MailList mails={mails} chosenId={shown?.id} />
          </div>
        </div>
        <div className={`min-w-0 ${chosen || !shown ? '' : 'max-md:hidden'}`}>
          {shown ? (
            <Message mail={shown} />
          ) : (
            <div className="grid h-full place-items-center p-6">
              <EmptyState
                title={t('mailbox:emptyTitle')}
                text={t('mailbox:emptyText')}
                action={
                  <Link to="/register" className={buttonVariants()}>
                    {t('mailbox:signUp')}
                  </Link>
                }
              />
            </div>
          )}
        </div>
      </div>
    </main>
  )
}

function Header({ Preferences }: Pick<MailboxPageProps, 'Preferences'>) {
  const t = useTranslate()
  const router = useRouter()
  return (
    <header className="grid gap-2 px-2 pt-1 pb-3">
      <div className="flex items-center gap-1">
        <Link to="/" aria-label={t('mailbox:home')} className="mr-2 rounded-lg">
          <Mark />
        </Link>
        <h1 className="mr-auto text-lg leading-6 font-semibold">{t('mailbox:title')}</h1>
        <Button
          variant="ghost"
          size="icon"
          className="text-muted-foreground pointer-coarse:size-11"
          aria-label={t('mailbox:refresh')}
          title={t('mailbox:refresh')}
          onClick={() => void router.invalidate()}
        >
          <RotateCw className="size-4" strokeWidth={1.75} aria-hidden="true" />
        </Button>
        <Preferences />
      </div>
      <p className="text-sm text-muted-foreground">{t('mailbox:intro')}</p>
    </header>
  )
}

/** The mails, newest first: recipient, time, subject and the first words. */
function MailList({ mails, chosenId }: { mails: readonly MailboxEntry[]; chosenId: string | undefined }) {
  const { t, language } = useI18n()
  return (
    <nav aria-label={t('mailbox:list')}>
      <ul className="grid gap-0.5">
        {mails.map((mail) => (
          <li key={mail.id}>
            <Link
              to="/dev/mailbox"
              search={{ mail: mail.id }}
              // Preloading would fetch the list for each link.
              preload={false}
              aria-current={mail.id === chosenId ? 'true' : undefined}
              className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 rounded-lg p-3 transition duration-[120ms] hover:bg-accent md:aria-[current]:bg-secondary"
            >
              <SenderFace className="mt-0.5 size-8" />
              <span className="grid min-w-0">
                <span className="flex items-baseline justify-between gap-3">
                  <span className="truncate font-medium">{brand.name}</span>
                  <span className="shrink-0 text-xs text-muted-foreground">
                    <TimeAgo at={mail.createdAt} language={language} />
                  </span>
                </span>
                <span className="line-clamp-2 font-medium">{mail.subject}</span>
                <span className="truncate text-sm leading-4.5 text-muted-foreground">
                  {t('mailbox:to', { address: mail.to })}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
