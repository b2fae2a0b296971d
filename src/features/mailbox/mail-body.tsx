import { useState } from 'react'
import { segmentClass, segmentItemClass } from '#/components/segment.ts'
import { useTranslate } from '@plinth/core/texts'
import { cn } from '#/lib/cn.ts'

const views = ['html', 'text'] as const

type MailBodyProps = { subject: string; html: string; text: string }

/** The HTML of a mail, or its text part. */
export function MailBody({ subject, html, text }: MailBodyProps) {
  const t = useTranslate()
  const [view, setView] = useState<(typeof views)[number]>('html')
  return (
    <div className="relative flex flex-1 flex-col bg-background md:rounded-br-xl">
      <div
        role="group"
        aria-label={t('mailbox:view.label')}
        className={cn(segmentClass, 'mx-4 mt-3 h-8 self-end sm:mx-7')}
      >
        {views.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === view}
            onClick={() => setView(name)}
            className={segmentItemClass}
          >
            {t(`mailbox:view.${name}`)}
          </button>
        ))}
      </div>
      {view === 'html' ? (
        <HtmlPart subject={subject} html={html} />
      ) : (
        <pre className="mx-auto my-6 w-full max-w-[40rem] px-4 font-mono text-sm wrap-anywhere whitespace-pre-wrap sm:px-7">
          {text}
        </pre>
      )}
    </div>
  )
}

/** Sizes the frame to the mail's height, so that there is a single scroll bar. */
function fitToContent(frame: HTMLIFrameElement): void {
  // A document that has just started to load has no root yet.
  const height = frame.contentDocument?.querySelector('html')?.getBoundingClientRect().height
  if (height) frame.style.height = `${Math.ceil(height) + 2}px`
}

function followWidth(frame: HTMLIFrameElement | null) {
  if (!frame) return undefined
  const observer = new ResizeObserver(() => fitToContent(frame))
  observer.observe(frame)
  return () => observer.disconnect()
}

/** Links in mails open new tabs, which the sandbox blocks, so they navigate this one. */
const inThisTab = (html: string): string =>
  html
    .replaceAll('target="_blank"', 'target="_top"')
    .replace(/<head[^<>]*>/, (head) => `${head}<base target="_top">`)

/**
 * Scripts, forms and frames of the mail don't run. It has our origin only so that the page can measure its
 * height.
 */
function HtmlPart({ subject, html }: { subject: string; html: string }) {
  return (
    <iframe
      ref={followWidth}
      title={subject}
      srcDoc={inThisTab(html)}
      sandbox="allow-same-origin allow-top-navigation-by-user-activation"
      onLoad={(event) => fitToContent(event.currentTarget)}
      className="h-[40rem] w-full"
    />
  )
}
