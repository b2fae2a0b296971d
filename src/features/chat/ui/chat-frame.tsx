import { Link } from '@tanstack/react-router'
import { Files, PanelLeft } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { segmentClass, segmentItemClass } from '#/components/segment.ts'
import { Button } from '#/components/ui/button.tsx'
import type { ChatParts } from '#/core/feature.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { cn } from '#/lib/cn.ts'
import { chatPaths, type ChatPageName } from '../chat-pages.ts'
import { ChatPartsContext, useChatParts } from './chat-parts.tsx'
import { NewThreadLink } from './threads/new-thread-link.tsx'

const TitledDialog = lazy(async () => ({
  default: (await import('#/components/titled-dialog.tsx')).TitledDialog,
}))

type ChatFrameProps = {
  page: ChatPageName
  parts: ChatParts
  title: string
  /** Missing on a page whose chats are not stored. */
  threads?: (onChoose?: () => void) => ReactNode
  panel?: { title: string; content: ReactNode }
  onNew?: () => void
  children: ReactNode
}

/**
 * The threads on the left, in a sheet on narrow screens; the open one on the right; the panel behind a
 * button.
 */
export function ChatFrame({ page, parts, title, threads, panel, onNew, children }: ChatFrameProps) {
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
          </aside>
        ) : null}
        <section aria-label={t('chat:pages.label')} className="flex min-w-0 flex-1 flex-col">
          <header className="flex min-h-13 items-center gap-x-3 border-b max-sm:gap-x-1 border-border px-4 py-1.5 sm:px-6">
            {threads ? (
              <Button
                variant="ghost"
                size="icon"
                className="-ml-2 shrink-0 lg:hidden"
                aria-label={t('chat:threads.open')}
                title={t('chat:threads.open')}
                onClick={() => open('threads')}
              >
                <PanelLeft className="size-4" aria-hidden="true" />
              </Button>
            ) : null}
            {/* The pages' tabs take its place on a phone: the list names the chat. */}
            <h1 className="min-w-0 flex-1 truncate text-base font-semibold max-sm:sr-only">{title}</h1>
            {panel ? (
              <Button
                variant="ghost"
                size="icon"
                className="order-last shrink-0 text-muted-foreground max-sm:-mr-1"
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
                className="order-last -mr-2 lg:hidden"
              />
            ) : null}
            <PageTabs page={page} />
          </header>
          {children}
        </section>
        {wanted ? (
          <Suspense>
            <TitledDialog isOpen={sheet === 'threads'} onOpenChange={close} title={t('chat:threads.title')}>
              {threads?.(close)}
            </TitledDialog>
            {panel ? (
              <TitledDialog isOpen={sheet === 'panel'} onOpenChange={close} title={panel.title}>
                {panel.content}
              </TitledDialog>
            ) : null}
          </Suspense>
        ) : null}
      </div>
    </ChatPartsContext>
  )
}

const pages = ['general', 'rag', 'vercel'] as const

/** Links between the pages. */
function PageTabs({ page }: { page: ChatPageName }) {
  const t = useTranslate()
  const { hasSources } = useChatParts()
  return (
    <nav aria-label={t('chat:pages.label')} className={cn(segmentClass, 'min-w-0 max-sm:flex-1')}>
      {pages
        .filter((one) => hasSources || one !== 'rag')
        .map((one) => (
          <Link
            key={one}
            to={chatPaths[one]}
            search={{}}
            activeOptions={{ exact: true, includeSearch: false }}
            aria-current={one === page ? 'page' : undefined}
            className={cn(segmentItemClass, 'min-w-0 flex-auto max-sm:px-1')}
          >
            {t(`chat:pages.${one}`)}
          </Link>
        ))}
    </nav>
  )
}
