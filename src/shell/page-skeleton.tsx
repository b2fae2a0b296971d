import { Link, useMatches, useRouter } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { TableSkeleton } from '#/components/data-table/data-table-parts.tsx'
import { RowsSkeleton, Skeletons } from '#/components/load-state.tsx'
import { pageAction, pageContents, pageHead, pageIntro, pageTitle } from '#/components/page-head.ts'
import { buttonVariants } from '#/components/ui/button.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { useTranslate } from '@plinth/core/texts'
import { cn } from '#/lib/cn.ts'
import { shortcutsOf, useViewer } from '#/shell/slots/navigation.ts'
import type { PageShape } from './page-shape.ts'
import { SectionTabs } from './section-tabs.tsx'

/** A pending page of the signed-in area: its title and action, and a skeleton of the rest. */
export function PageSkeleton({ shape }: { shape: PageShape }) {
  const t = useTranslate()
  const { title, action } = useKnown(shape)
  const loading = <span className="sr-only">{t('app:pending.loading')}</span>
  if (shape === 'threads' || shape === 'conversation')
    return <ConversationSkeleton hasThreads={shape === 'threads'}>{loading}</ConversationSkeleton>
  return (
    <div
      role="status"
      className={cn('grid w-full grid-cols-[minmax(0,1fr)] gap-6', shape === 'form' && 'max-w-3xl')}
    >
      <div className={pageHead}>
        <div className={pageTitle}>{title ?? <Skeleton className="h-[1lh] w-48 max-w-full" />}</div>
        <div className={pageIntro}>
          {loading}
          <Skeleton className="h-[1lh] w-72 max-w-full" />
          {shape === 'home' ? null : <Skeleton className="h-[1lh] w-40 sm:hidden" />}
        </div>
        <Action action={action} />
      </div>
      {shapes[shape]}
    </div>
  )
}

/** The title and the action of a page that has failed, above what says so. */
export function FailedPageHead() {
  const { title, action } = useKnown(undefined)
  return title ? (
    <div className={`mb-6 ${pageHead}`}>
      <div className={pageTitle}>{title}</div>
      <Action action={action} />
    </div>
  ) : null
}

function Action({ action }: Pick<ReturnType<typeof useKnown>, 'action'>) {
  const t = useTranslate()
  return action ? (
    <div className={pageAction}>
      <Link to={action.to} className={buttonVariants()}>
        <Plus className="size-4" aria-hidden="true" />
        {t(action.label)}
      </Link>
    </div>
  ) : null
}

/** What is known of a page that has not loaded: its name, and the page below it that has a key. */
function useKnown(shape: PageShape | undefined) {
  const t = useTranslate()
  const { here, crumb } = useMatches({
    select: (matches) => {
      const [page, above] = [matches.at(-1), matches.at(-2)]
      const path = page ? bare(page.pathname) : ''
      const isIndex = above !== undefined && bare(above.pathname) === path
      return { here: path, crumb: page?.staticData.crumb ?? (isIndex ? above.staticData.crumb : undefined) }
    },
    structuralSharing: true,
  })
  const action = shortcutsOf(useRouter(), useViewer()).find(
    ({ to }) => to.slice(0, to.lastIndexOf('/')) === here,
  )
  return shape === 'home' ? { title: undefined, action: undefined } : { title: crumb && t(crumb), action }
}

const bare = (path: string) => path.replace(/\/$/, '')

const card = 'overflow-clip rounded-xl border border-border bg-card'

const list = (
  <div className="grid gap-3">
    <Skeleton className="h-9 max-w-sm pointer-coarse:h-11" />
    <div className={card}>
      <RowsSkeleton isText count={8} />
    </div>
  </div>
)
const checklist = (
  <div className="grid gap-3 xl:mr-81">
    <Skeleton className="h-9 w-60 max-sm:w-full pointer-coarse:h-11" />
    <div className={cn(card, 'divide-y divide-border')}>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className="flex h-11 items-center gap-3 px-4 max-md:h-12 md:px-5">
          <Skeleton className="size-4.5 rounded-full" />
          <Skeleton className="h-3 w-48" />
        </div>
      ))}
    </div>
  </div>
)
const table = (
  <div className="grid gap-3">
    <Skeleton className="h-9 w-72 max-w-full pointer-coarse:h-11" />
    <TableSkeleton rows={8} />
  </div>
)
/** As many figures as fit two rows, below and above cards. */
const figures = (
  <div className="grid content-start gap-6">
    <Card className="h-40" />
    <div className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-border bg-border sm:grid-cols-4">
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className="grid h-24 content-start gap-2 bg-card px-4 py-4 md:px-5">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-7 w-10" />
        </div>
      ))}
    </div>
    <Card className="h-54" />
  </div>
)
const cards = (
  <div className="grid content-start gap-6">
    {[3, 5].map((rows) => (
      <Card key={rows}>
        <RowsSkeleton isText count={rows} />
      </Card>
    ))}
  </div>
)
const sections = (
  <div className={pageContents}>
    <div className="max-md:hidden">
      <Skeletons heights={['h-4 w-14', 'h-4 w-20', 'h-4 w-16', 'h-4 w-20']} gap="gap-4" />
    </div>
    <div className="max-w-228">{cards}</div>
  </div>
)

const shapes = {
  list,
  checklist,
  table,
  people: table,
  figures,
  cards,
  home: cards,
  sections,
  form: <Skeletons heights={['h-9', 'h-5', 'h-64', 'h-5', 'h-9 w-28']} />,
  article: (
    <div className="border-t border-border pt-6 xl:border-t-0 xl:pt-0">
      <div className="max-w-3xl">
        <Skeletons
          heights={['h-4', 'h-4', 'h-4 w-2/3', 'mt-3 h-5 w-40', 'h-4', 'h-4', 'h-4 w-1/2']}
          gap="gap-3"
        />
      </div>
    </div>
  ),
}

/** A card with a title. */
function Card({ className, children }: { className?: string; children?: ReactNode }) {
  return (
    <div className={cn(card, className)}>
      <div className="flex h-12 items-center border-b border-border px-4 md:px-5">
        <Skeleton className="h-4 w-32" />
      </div>
      {children}
    </div>
  )
}

type ConversationSkeletonProps = { hasThreads: boolean; children: ReactNode }

/** Threads, the bar with the tabs, and the composer, as high as the window. */
function ConversationSkeleton({ hasThreads, children }: ConversationSkeletonProps) {
  return (
    <div role="status" className="fills-window flex min-h-0 min-w-0 flex-1">
      {hasThreads ? (
        <div className="hidden w-62 shrink-0 border-r border-border p-3 lg:block">
          <Skeletons heights={['h-9', 'h-6', 'h-6', 'h-6', 'h-6']} />
        </div>
      ) : null}
      <div className="flex min-w-0 flex-1 flex-col">
        {/* As the chat has it: a button, the tabs, a link. */}
        <div className="flex min-h-13 items-center gap-x-3 border-b border-border px-4 py-1.5 max-md:grid max-md:grid-cols-[2.75rem_minmax(0,1fr)_2.75rem] max-md:gap-x-1 max-md:px-2 max-md:py-1 max-[22.5rem]:grid-cols-[2.75rem_minmax(0,1fr)] sm:px-6 lg:hidden">
          {hasThreads ? <div className="-ml-2 size-9 max-md:hidden pointer-coarse:size-11" /> : null}
          <SectionTabs
            className="contents"
            otherwise={
              <Skeleton className="h-9 w-64 max-w-full max-md:col-start-2 max-md:w-full pointer-coarse:h-11" />
            }
          />
        </div>
        <div className="flex-1">{children}</div>
        <div className="mx-auto w-full max-w-3xl px-4 pb-8 sm:px-6">
          <div className="h-24 rounded-2xl border border-field bg-card" />
        </div>
      </div>
    </div>
  )
}
