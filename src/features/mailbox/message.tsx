import { Link } from '@tanstack/react-router'
import { ArrowLeft, Check, Copy } from 'lucide-react'
import { TimeAgo } from '#/components/time-ago.tsx'
import { buttonVariants, Button } from '#/components/ui/button.tsx'
import { useCopyState } from '#/components/use-copy-state.ts'
import type { MailboxEntry } from '@plinth/core/mail/server'
import { useI18n, useTranslate } from '@plinth/core/texts'
import { brand } from '#/brand.ts'
import { codeOfMail } from './code-of-mail.ts'
import { MailBody } from './mail-body.tsx'
import { SenderFace } from './sender-face.tsx'

/** One mail: its code or link first, then its content. Links open in the same tab. */
export function Message({ mail }: { mail: MailboxEntry }) {
  const { t, language } = useI18n()
  const code = codeOfMail(mail.text)
  const [link] = mail.links
  return (
    <article aria-label={t('mailbox:message')} className="flex h-full flex-col">
      <header className="grid gap-3 border-b border-border px-4 py-5 sm:px-7">
        <Link
          to="/dev/mailbox"
          preload={false}
          className="flex min-h-6 items-center gap-1.5 justify-self-start rounded-sm text-muted-foreground hover:text-foreground md:hidden"
        >
          <ArrowLeft className="size-4" aria-hidden="true" />
          {t('mailbox:back')}
        </Link>
        <h2 className="text-xl font-semibold tracking-[-0.02em] text-balance wrap-anywhere">
          {mail.subject}
        </h2>
        <div className="flex flex-wrap items-center gap-3">
          <SenderFace className="size-9" />
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium">{brand.name}</p>
            <p className="flex flex-wrap gap-x-1.5 text-sm leading-4.5 text-muted-foreground wrap-anywhere max-sm:flex-col">
              {t('mailbox:to', { address: mail.to })}
              <span aria-hidden="true" className="max-sm:hidden">
                ·
              </span>
              <TimeAgo at={mail.createdAt} language={language} />
            </p>
          </div>
          {code ? <MailCode code={code} /> : null}
          {link ? (
            <a href={link} className={buttonVariants({ variant: code ? 'outline' : 'default' })}>
              {t('mailbox:open')}
            </a>
          ) : null}
        </div>
      </header>
      {mail.attachments.length > 0 ? (
        <p className="border-b border-border px-4 py-2.5 text-sm text-muted-foreground wrap-anywhere sm:px-7">
          {t('mailbox:attached', { names: mail.attachments.join(', ') })}
        </p>
      ) : null}
      <MailBody key={mail.id} subject={mail.subject} html={mail.html} text={mail.text} />
    </article>
  )
}

/** A one-time code with a copy button. */
function MailCode({ code }: { code: string }) {
  const t = useTranslate()
  const { state, copy } = useCopyState(code)
  return (
    <Button className="tabular-nums" onClick={() => void copy()}>
      {state === 'copied' ? (
        <Check className="size-4" aria-hidden="true" />
      ) : (
        <Copy className="size-4" aria-hidden="true" />
      )}
      <code className="font-mono tracking-[0.1em] select-all">{code}</code>
      <span aria-live="polite" className={state === 'refused' ? undefined : 'sr-only'}>
        {t(state ? `mailbox:code.${state}` : 'mailbox:code.copy')}
      </span>
    </Button>
  )
}
