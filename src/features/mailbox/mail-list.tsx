import { Link } from '@tanstack/react-router'
import { TimeAgo } from '#/components/time-ago.tsx'
import { useI18n } from '#/core/i18n/react.tsx'
import type { Mail } from './message.tsx'

/** Newest first: for whom, what about, when. */
export function MailList({ mails, chosenId }: { mails: readonly Mail[]; chosenId: string | undefined }) {
  const { t, language } = useI18n()
  return (
    <nav aria-label={t('mailbox:list')} className="md:sticky md:top-0 md:max-h-dvh md:overflow-y-auto">
      <ul className="divide-y divide-border">
        {mails.map((mail) => (
          <li key={mail.id}>
            <Link
              to="/dev/mailbox"
              search={{ mail: mail.id }}
              // Each would fetch the list again.
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
