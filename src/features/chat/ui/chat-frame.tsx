import { Link } from '@tanstack/react-router'
import { FileText, PanelLeft, Plus } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { inputClass } from '#/components/ui/input.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { Button, buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { cn } from '#/lib/cn.ts'
import type { ModelInfo } from '../chat-message.ts'
import { chatPaths, type ChatPageName } from '../chat-pages.ts'

const TitledDialog = lazy(async () => ({
  default: (await import('#/components/titled-dialog.tsx')).TitledDialog,
}))

type ChatFrameProps = {
  page: ChatPageName
  title: string
  /** Not for a page whose chats are not stored. */
  threads?: (onChoose?: () => void) => ReactNode
  panel?: { title: string; content: ReactNode }
  onNew?: () => void
  model: ModelChoiceProps
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
      {threads ? (
        <aside
          aria-label={t('chat:threads.title')}
          className="hidden w-60 shrink-0 flex-col border-r border-border bg-muted p-3 lg:flex"
        >
          {threads()}
        </aside>
      ) : null}
      <section aria-label={t('chat:pages.label')} className="flex min-w-0 flex-1 flex-col">
        <header className="grid grid-cols-[minmax(0,1fr)] gap-1 border-b border-border px-4 py-2">
          <div className="flex items-center gap-2">
            {threads ? (
              <Button
                variant="ghost"
                size="icon"
                className="-ml-2 shrink-0 lg:hidden"
                aria-label={t('chat:threads.open')}
                onClick={() => open('threads')}
              >
                <PanelLeft className="size-4" aria-hidden="true" />
              </Button>
            ) : null}
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
            {threads ? (
              <Link
                to={chatPaths[page]}
                search={{}}
                onClick={onNew}
                aria-label={t('chat:threads.new')}
                title={t('chat:threads.new')}
                className={buttonVariants({
                  variant: 'ghost',
                  size: 'icon',
                  className: 'shrink-0 lg:hidden',
                })}
              >
                <Plus className="size-4" aria-hidden="true" />
              </Link>
            ) : null}
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
  )
}

const pages = ['general', 'rag', 'vercel'] as const

/** Links between the three pages. */
function PageTabs({ page }: { page: ChatPageName }) {
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

type ModelChoiceProps = { models: readonly ModelInfo[]; value: string; onChange: (id: string) => void }

/** Which model answers: a badge where there is one only, a choice where there are several. */
function ModelChoice({ models, value, onChange }: ModelChoiceProps) {
  const t = useTranslate()
  const nameOf = ({ label, isBuiltIn }: ModelInfo) => (isBuiltIn ? t('chat:model.builtIn') : label)
  const [first, ...others] = models
  if (!first) return null
  if (others.length === 0)
    return <Badge variant={first.isBuiltIn ? 'secondary' : 'info'}>{nameOf(first)}</Badge>
  return (
    <select
      aria-label={t('chat:model.label')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={cn(inputClass, 'h-8 w-auto max-w-60 cursor-pointer text-sm pointer-coarse:h-11')}
    >
      {models.map((model) => (
        <option key={model.id} value={model.id}>
          {nameOf(model)}
        </option>
      ))}
    </select>
  )
}
