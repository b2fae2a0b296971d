import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { TimeAgo } from '#/components/time-ago.tsx'
import { buttonVariants, Button } from '#/components/ui/button.tsx'
import { useI18n, useTranslate } from '#/core/i18n/react.tsx'
import { codeOfMail } from './code-of-mail.ts'
import { MailBody } from './mail-body.tsx'
import { useEffect, useState } from 'react'

export type Mail = {
  id: string
  to: string
  subject: string
  html: string
  text: string
  links: string[]
  createdAt: Date
}

/** One mail: its code or link first, then its content. Links open in the same tab. */
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

const SHOWN_MS = 2_000

/** A one-time code with a copy button. */
function MailCode({ code }: { code: string }) {
  const t = useTranslate()
  const [state, setState] = useState<'copied' | 'refused'>()
  useEffect(() => {
    if (!state) return
    const timer = setTimeout(() => setState(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [state])
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => setState('copied'),
      () => setState('refused'),
    )
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-xl bg-brand-muted px-5 py-4">
      <code
        aria-label={t('mailbox:code.label')}
        className="font-mono text-3xl tracking-[0.2em] tabular-nums select-all"
      >
        {code}
      </code>
      <Button variant="outline" onClick={() => void copy()}>
        <span aria-live="polite">{t(state ? `mailbox:code.${state}` : 'mailbox:code.copy')}</span>
      </Button>
    </div>
  )
}
