import type { ReactNode } from 'react'
import { RowsSkeleton, Skeletons } from '#/components/load-state.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import type { PageShape } from './status-pages.tsx'

/** The skeleton of a pending page in the signed-in area, with its layout, so that nothing shifts. */
export function PageSkeleton({ shape }: { shape: PageShape }) {
  const t = useTranslate()
  const loading = (
    <p className="flex seen-later items-center gap-2 text-muted-foreground">
      <Spinner />
      {t('app:pending.loading')}
    </p>
  )
  if (shape === 'conversation') return <ConversationSkeleton>{loading}</ConversationSkeleton>
  const isText = shape === 'detail' || shape === 'form'
  return (
    <div
      role="status"
      className={`mx-auto grid w-full grid-cols-[minmax(0,1fr)] gap-6 ${isText ? 'max-w-3xl' : shape === 'table' ? 'max-w-360' : 'max-w-280'}`}
    >
      <div
        className={`flex items-center justify-between gap-4 max-sm:items-start ${shape === 'detail' ? 'border-b border-border pb-5' : ''}`}
      >
        <div className="grid min-w-0 flex-1 gap-1">
          <Skeleton className="h-7.5 w-48 max-w-full" />
          {loading}
        </div>
        {shape === 'list' || shape === 'figures' || shape === 'overview' ? (
          <Skeleton className="h-9 w-28 shrink-0 pointer-coarse:h-11" />
        ) : null}
      </div>
      {contents[shape]}
    </div>
  )
}

const card = 'overflow-clip rounded-xl border border-border bg-card'
const search = <Skeleton className="h-9 max-w-sm pointer-coarse:h-11" />
const facts = (count: 3 | 4) => (
  <div
    aria-hidden="true"
    className={`grid grid-cols-2 gap-px ${count === 4 ? 'md:grid-cols-4' : 'md:grid-cols-3'} ${card} bg-border!`}
  >
    {Array.from({ length: count * 2 }, (_, index) => (
      <div
        key={index}
        className={`grid content-start gap-2.5 bg-card p-5 ${count === 4 ? 'h-26.5' : 'h-18'}`}
      >
        <Skeleton className="h-3 w-20" />
        <Skeleton className="h-6 w-12" />
      </div>
    ))}
  </div>
)

/** A card with a header. */
const panel = (content: ReactNode) => (
  <div className={card} aria-hidden="true">
    <div className="flex h-13 items-center border-b border-border px-4 md:px-5">
      <Skeleton className="h-4 w-32" />
    </div>
    {content}
  </div>
)

/** A card below what filters it. */
const withToolbar = (toolbar: ReactNode, content: ReactNode) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
    {toolbar}
    <div className={card}>{content}</div>
  </div>
)

const table = (toolbar: ReactNode, count: number) =>
  withToolbar(
    toolbar,
    <>
      <div className="h-9 border-b border-border bg-muted/60 max-md:hidden" />
      <LinesSkeleton count={count} />
    </>,
  )

const contents: Record<Exclude<PageShape, 'conversation'>, ReactNode> = {
  list: withToolbar(search, <RowsSkeleton isText count={8} />),
  checklist: (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_18.75rem] lg:gap-6">
      {withToolbar(
        <Skeleton className="h-9 w-65 pointer-coarse:h-11" />,
        <>
          <div className="h-13.25 border-b border-border" />
          <LinesSkeleton count={8} />
        </>,
      )}
      <div className="lg:mt-12">{panel(<div className="h-77" />)}</div>
    </div>
  ),
  people: table(<Skeleton className="h-9 max-w-70 pointer-coarse:h-11" />, 6),
  table: table(
    <div className="flex gap-2" aria-hidden="true">
      <Skeleton className="h-9 w-full max-w-70 pointer-coarse:h-11" />
      <Skeleton className="h-9 w-26 max-md:hidden" />
      <Skeleton className="h-9 w-26 max-md:hidden" />
    </div>,
    12,
  ),
  rules: (
    <>
      <div className="grid gap-3">
        <Skeleton className="h-6.5 w-28" />
        {facts(3)}
      </div>
      <Skeleton className="mt-4 h-6.5 w-28" />
      <div className={card}>
        <LinesSkeleton count={7} />
      </div>
    </>
  ),
  detail: <Skeletons heights={['h-5', 'h-5', 'h-5 w-2/3', 'h-40', 'h-5', 'h-5 w-1/2']} />,
  form: <Skeletons gap="gap-4" heights={['h-5 w-16', 'h-9', 'h-5 w-20', 'h-96', 'h-9 w-28']} />,
  overview: (
    <>
      {panel(
        <div className="py-2.25 max-sm:pb-14">
          <RowsSkeleton count={1} />
        </div>,
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        {panel(<RowsSkeleton isText count={5} />)}
        {panel(<RowsSkeleton count={5} />)}
      </div>
    </>
  ),
  figures: (
    <>
      {panel(<div className="h-20 max-lg:h-56" />)}
      {facts(4)}
      {panel(<div className="h-45 max-lg:h-90" />)}
    </>
  ),
  settings: (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-[8.5rem_minmax(0,1fr)] lg:grid-cols-[11rem_minmax(0,47rem)] lg:gap-x-12">
      <Skeletons heights={['h-8', 'h-8', 'h-8', 'h-8']} />
      <div className="grid content-start gap-4">
        <Skeleton className="h-6 w-1/3" />
        {panel(<RowsSkeleton isText count={4} />)}
        {panel(<RowsSkeleton isText count={3} />)}
      </div>
    </div>
  ),
}

/** Lines of a table or list, 44 px each. */
function LinesSkeleton({ count }: { count: number }) {
  return (
    <div className="divide-y divide-border" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="flex h-11 items-center gap-4 px-4 md:px-5">
          <Skeleton className="size-5 rounded-full" />
          <Skeleton className="h-3 w-2/5 max-w-60" />
          <Skeleton className="ml-auto h-3 w-20" />
        </div>
      ))}
    </div>
  )
}

/** Threads, messages and the composer, as high as the window. */
function ConversationSkeleton({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="fills-window flex min-h-0 min-w-0 flex-1">
      <div className="hidden w-62 shrink-0 border-r border-border p-3 lg:block">
        <Skeletons heights={['h-9', 'h-6', 'h-6', 'h-6', 'h-6']} />
      </div>
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex min-h-13 items-center border-b border-border px-4 sm:px-6">{children}</div>
        <div className="mx-auto mt-auto w-full max-w-3xl px-4 pb-10 sm:px-6">
          <Skeleton className="h-23 rounded-2xl" />
        </div>
      </div>
    </div>
  )
}
