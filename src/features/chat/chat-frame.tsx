import { Link } from '@tanstack/react-router'
import { FileText, PanelLeft, Plus } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Button, buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import type { ChatPage } from './chat-limits.ts'
import { chatPaths } from './chat-paths.ts'
import { ModelChoice } from './model-choice.tsx'

const Dialog = lazy(async () => ({ default: (await import('#/components/ui/dialog.tsx')).Dialog }))

type ChatFrameProps = {
  page: ChatPage
  title: string
  threads: (onChoose?: () => void) => ReactNode
  panel: { title: string; content: ReactNode } | undefined
  onNew: () => void
  model: Parameters<typeof ModelChoice>[0]
  children: ReactNode
}

/**
 * Threads at the left, the open one in the middle, the panel at the right; on narrow screens the two sides
 * come as sheets.
 */
export function ChatFrame({ page, title, threads, panel, onNew, model, children }: ChatFrameProps) {
  const t = useTranslate()
  const [sheet, setSheet] = useState<'threads' | 'panel'>()
  const [wanted, setWanted] = useState(false)
  const open = (which: 'threads' | 'panel') => {
    setWanted(true)
    setSheet(which)
  }
  const close = () => setSheet(undefined)
  return (
    <div className="fills-window flex min-h-0 min-w-0 flex-1">
      <aside
        aria-label={t('chat:threads.title')}
        className="hidden w-60 shrink-0 flex-col border-r border-border bg-muted p-3 lg:flex"
      >
        {threads()}
      </aside>
      <section aria-label={t('chat:pages.label')} className="flex min-w-0 flex-1 flex-col">
        <header className="grid grid-cols-[minmax(0,1fr)] gap-1 border-b border-border px-4 py-2">
          <div className="flex items-center gap-2">
            <Button
              variant="ghost"
              size="icon"
              className="-ml-2 shrink-0 lg:hidden"
              aria-label={t('chat:threads.open')}
              onClick={() => open('threads')}
            >
              <PanelLeft className="size-4" aria-hidden="true" />
            </Button>
            <h1 className="min-w-0 flex-1 truncate text-lg font-semibold">{title}</h1>
            {panel ? (
              <Button
                variant="outline"
                size="sm"
                className="shrink-0 xl:hidden"
                onClick={() => open('panel')}
              >
                <FileText className="size-4" aria-hidden="true" />
                {panel.title}
              </Button>
            ) : null}
            <Link
              to={chatPaths[page]}
              search={{}}
              onClick={onNew}
              aria-label={t('chat:threads.new')}
              title={t('chat:threads.new')}
              className={buttonVariants({ variant: 'ghost', size: 'icon' }, 'shrink-0 lg:hidden')}
            >
              <Plus className="size-4" aria-hidden="true" />
            </Link>
          </div>
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <PageTabs page={page} />
            <ModelChoice {...model} />
          </div>
        </header>
        {children}
      </section>
      {panel ? (
        <aside
          aria-label={panel.title}
          className="hidden w-80 shrink-0 overflow-y-auto border-l border-border p-4 xl:block"
        >
          <h2 className="pb-3 text-lg font-semibold">{panel.title}</h2>
          {panel.content}
        </aside>
      ) : null}
      {wanted ? (
        <Suspense>
          <Dialog isOpen={sheet === 'threads'} onOpenChange={close} title={t('chat:threads.title')}>
            {threads(close)}
          </Dialog>
          {panel ? (
            <Dialog isOpen={sheet === 'panel'} onOpenChange={close} title={panel.title}>
              {panel.content}
            </Dialog>
          ) : null}
        </Suspense>
      ) : null}
    </div>
  )
}

const pages = ['general', 'vercel', 'rag'] as const

/** The ways between the three pages. */
function PageTabs({ page }: { page: ChatPage }) {
  const t = useTranslate()
  return (
    <nav aria-label={t('chat:pages.label')} className="-ml-2 flex">
      {pages.map((one) => (
        <Link
          key={one}
          to={chatPaths[one]}
          search={{}}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={one === page ? 'page' : undefined}
          className={`rounded-lg px-2 py-1 text-sm pointer-coarse:py-2.5 ${one === page ? 'bg-muted font-medium' : 'text-muted-foreground hover:text-foreground'}`}
        >
          {t(`chat:pages.${one}`)}
        </Link>
      ))}
    </nav>
  )
}
