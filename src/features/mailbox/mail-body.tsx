import { useState } from 'react'
import { useTranslate } from '#/core/i18n/react.tsx'

const views = ['html', 'text'] as const
const viewClass =
  'h-8 cursor-pointer rounded-lg px-3 text-sm text-muted-foreground hover:text-foreground aria-pressed:bg-muted aria-pressed:font-medium aria-pressed:text-foreground pointer-coarse:h-11'

type MailBodyProps = { subject: string; html: string; text: string }

/** A mail as mail programs show it, or its text part. */
export function MailBody({ subject, html, text }: MailBodyProps) {
  const t = useTranslate()
  const [view, setView] = useState<(typeof views)[number]>('html')
  return (
    <div className="grid gap-3">
      <div role="group" aria-label={t('mailbox:view.label')} className="flex gap-1">
        {views.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === view}
            onClick={() => setView(name)}
            className={viewClass}
          >
            {t(`mailbox:view.${name}`)}
          </button>
        ))}
      </div>
      {view === 'html' ? (
        <HtmlPart subject={subject} html={html} />
      ) : (
        <pre className="rounded-lg border border-border p-5 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
          {text}
        </pre>
      )}
    </div>
  )
}

/** As high as the mail, whenever its width changes: one scroll bar is enough. */
function fitToContent(frame: HTMLIFrameElement): void {
  // A document that has just begun to load has no root yet.
  const height = frame.contentDocument?.querySelector('html')?.getBoundingClientRect().height
  if (height) frame.style.height = `${Math.ceil(height) + 2}px`
}

function followWidth(frame: HTMLIFrameElement | null) {
  if (!frame) return undefined
  const observer = new ResizeObserver(() => fitToContent(frame))
  observer.observe(frame)
  return () => observer.disconnect()
}

/** Links of a mail ask for a tab of their own, which the frame refuses; here they lead this one. */
const inThisTab = (html: string): string =>
  html
    .replaceAll('target="_blank"', 'target="_top"')
    .replace(/<head[^<>]*>/, (head) => `${head}<base target="_top">`)

/**
 * No script of a mail runs, and its forms and frames don't either. It has our origin only so that the page
 * can see how high it is.
 */
function HtmlPart({ subject, html }: { subject: string; html: string }) {
  return (
    <iframe
      ref={followWidth}
      title={subject}
      srcDoc={inThisTab(html)}
      sandbox="allow-same-origin allow-top-navigation-by-user-activation"
      onLoad={(event) => fitToContent(event.currentTarget)}
      className="h-[40rem] w-full rounded-lg border border-border bg-card"
    />
  )
}
