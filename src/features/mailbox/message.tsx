import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { TimeAgo } from '#/components/time-ago.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useI18n } from '#/core/i18n/react.tsx'
import { codeOfMail } from './code-of-mail.ts'
import { MailBody } from './mail-body.tsx'
import { MailCode } from './mail-code.tsx'

export type Mail = {
  id: string
  to: string
  subject: string
  html: string
  text: string
  links: string[]
  createdAt: Date
}

/**
 * One mail: what one came for first (its code, its link), then the mail itself. Links open in the same tab.
 */
export function Message({ mail }: { mail: Mail }) {
  const { t, language } = useI18n()
  const code = codeOfMail(mail.text)
  const [link] = mail.links
  return (
    <article aria-label={t('mailbox:message')} className="grid content-start gap-5 p-4 sm:p-6">
      <Link
        to="/dev/mailbox"
        preload={false}
        className="flex items-center gap-1.5 justify-self-start rounded-sm text-muted-foreground hover:text-foreground md:hidden"
      >
        <ArrowLeft className="size-4" aria-hidden="true" />
        {t('mailbox:back')}
      </Link>
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid min-w-0 gap-1">
          <h2 className="text-xl font-semibold wrap-anywhere">{mail.subject}</h2>
          <p className="text-muted-foreground wrap-anywhere">
            {t('mailbox:to', { address: mail.to })} · <TimeAgo at={mail.createdAt} language={language} />
          </p>
        </div>
        {link ? (
          <a href={link} className={buttonVariants()}>
            {t('mailbox:open')}
          </a>
        ) : null}
      </header>
      {code ? <MailCode code={code} /> : null}
      <MailBody key={mail.id} subject={mail.subject} html={mail.html} text={mail.text} />
    </article>
  )
}
