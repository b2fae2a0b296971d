import { Files, PanelLeft } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { lazyPart } from '#/components/part/lazy-part.tsx'
import { Button } from '#/components/ui/button.tsx'
import type { ChatParts } from '@plinth/core/feature'
import { useTranslate } from '@plinth/core/texts'
import { cn } from '#/lib/cn.ts'
import type { ChatPageName } from '../chat-pages.ts'
import { ChatPartsContext } from './chat-parts.tsx'
import { PageTabs } from './page-tabs.tsx'
import { NewThreadLink } from './threads/new-thread-link.tsx'

const TitledDialog = lazyPart(async () => ({
  default: (await import('#/components/dialog/titled-dialog.tsx')).TitledDialog,
}))

type ChatFrameProps = {
  page: ChatPageName
  parts: ChatParts
  title: string
  /** On phones its title takes the place of the tabs. */
  hasOpenThread?: boolean
  /** Missing on a page whose chats are not stored. */
  threads?: (onChoose?: () => void) => ReactNode
  panel?: { title: string; content: ReactNode }
  onNew?: () => void
  side?: ReactNode
  children: ReactNode
}

/**
 * The threads on the left, in a sheet on narrow screens; the open one on the right; the panel behind a
 * button; a side panel at the edge.
 */
export function ChatFrame(props: ChatFrameProps) {
  const { page, parts, title, hasOpenThread, threads, panel, onNew, side, children } = props
  const t = useTranslate()
  const [sheet, setSheet] = useState<'threads' | 'panel'>()
  const [wanted, setWanted] = useState(false)
  const open = (which: 'threads' | 'panel') => {
    setWanted(true)
    setSheet(which)
  }
  const close = () => setSheet(undefined)
  return (
    <ChatPartsContext value={parts}>
      <div className="fills-window flex min-h-0 min-w-0 flex-1">
        {threads ? (
          <aside
            aria-label={t('chat:threads.title')}
            className="hidden w-62 shrink-0 flex-col border-r border-border bg-sidebar/60 p-3 lg:flex dark:bg-transparent"
          >
            {threads()}
            {panel ? (
              <Button
                variant="ghost"
                className="-mx-1 mt-2 justify-start px-2 text-sidebar-foreground"
                onClick={() => open('panel')}
              >
                <Files className="size-4" aria-hidden="true" />
                {panel.title}
              </Button>
            ) : null}
          </aside>
        ) : null}
        <section aria-label={t('chat:shell.nav')} className="flex min-w-0 flex-1 flex-col">
          {/* The list and the breadcrumb name the chat. */}
          <h1 className="sr-only">{title}</h1>
          {/* In wide windows the top bar has the tabs, and the list the rest. On phones the tabs are in the middle of
              the line, where they stay in place from page to page; the narrowest have no room for more than
              them and the sheet, which starts new chats too. */}
          <header
            className={cn(
              'flex min-h-13 items-center gap-x-3 border-b border-border px-4 py-1.5 max-md:grid max-md:grid-cols-[2.75rem_minmax(0,1fr)_2.75rem] max-md:gap-x-1 max-md:px-2 max-md:py-1 sm:px-6 lg:hidden',
              !hasOpenThread && 'max-[22.5rem]:grid-cols-[2.75rem_minmax(0,1fr)] max-[22.5rem]:pr-4',
            )}
          >
            {threads ? (
              <Button
                variant="ghost"
                size="icon"
                className="-ml-2 shrink-0 max-md:ml-0"
                aria-label={t('chat:threads.open')}
                title={t('chat:threads.open')}
                onClick={() => open('threads')}
              >
                <PanelLeft className="size-4" aria-hidden="true" />
              </Button>
            ) : null}
            {panel ? (
              <Button
                variant="ghost"
                size="icon"
                className="order-last shrink-0 text-muted-foreground max-md:hidden"
                aria-label={panel.title}
                title={panel.title}
                onClick={() => open('panel')}
              >
                <Files className="size-4" aria-hidden="true" />
              </Button>
            ) : null}
            {threads ? (
              <NewThreadLink
                page={page}
                variant="ghost"
                onNew={onNew}
                className={cn(
                  'order-last -mr-2 ml-auto max-md:mr-0',
                  !hasOpenThread && 'max-[22.5rem]:hidden',
                )}
              />
            ) : null}
            <div className={cn('contents', hasOpenThread && 'max-md:hidden')}>
              <PageTabs />
            </div>
            {hasOpenThread ? (
              <p
                aria-hidden="true"
                className="min-w-0 truncate font-medium max-md:col-start-2 max-md:row-start-1"
              >
                {title}
              </p>
            ) : null}
          </header>
          {children}
        </section>
        {side}
        {wanted ? (
          <>
            <TitledDialog isOpen={sheet === 'threads'} onOpenChange={close} title={t('chat:threads.title')}>
              {threads?.(close)}
              {panel ? (
                <Button variant="outline" className="md:hidden" onClick={() => open('panel')}>
                  <Files className="size-4" aria-hidden="true" />
                  {panel.title}
                </Button>
              ) : null}
            </TitledDialog>
            {panel ? (
              <TitledDialog isOpen={sheet === 'panel'} onOpenChange={close} title={panel.title}>
                {panel.content}
              </TitledDialog>
            ) : null}
          </>
        ) : null}
      </div>
    </ChatPartsContext>
  )
}
