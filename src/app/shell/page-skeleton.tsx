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
    <p className="flex items-center gap-2 text-muted-foreground">
      <Spinner />
      {t('app:pending.loading')}
    </p>
  )
  if (shape === 'chat') return <ChatSkeleton>{loading}</ChatSkeleton>
  return (
    <div
      role="status"
      data-width={shape === 'table' ? 'table' : undefined}
      className={`mx-auto grid w-full grid-cols-[minmax(0,1fr)] gap-6 ${shape === 'detail' ? 'max-w-3xl' : 'max-w-(--page)'}`}
    >
      <div className={`grid gap-1 ${shape === 'detail' ? 'border-b border-border pb-5' : ''}`}>
        <Skeleton className="h-7.5 w-48 max-w-full" />
        {loading}
      </div>
      {contents[shape]}
    </div>
  )
}

const card = 'overflow-clip rounded-xl border border-border bg-card'
const list = (
  <>
    <Skeleton className="h-9 max-w-sm pointer-coarse:h-11" />
    <div className={card}>
      <RowsSkeleton count={8} />
    </div>
  </>
)

const contents: Record<Exclude<PageShape, 'chat'>, ReactNode> = {
  list,
  table: list,
  detail: <Skeletons heights={['h-5', 'h-5', 'h-5 w-2/3', 'h-40', 'h-5', 'h-5 w-1/2']} />,
  overview: (
    <>
      <Skeleton className="h-32 rounded-xl" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className={card}>
          <RowsSkeleton count={6} />
        </div>
        <Skeleton className="h-84 rounded-xl" />
      </div>
    </>
  ),
  settings: (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-[8.5rem_minmax(0,1fr)] lg:grid-cols-[11rem_minmax(0,47rem)] lg:gap-x-12">
      <Skeletons heights={['h-8', 'h-8', 'h-8', 'h-8']} />
      <Skeletons gap="gap-4" heights={['h-12 w-1/2', 'h-72 rounded-xl', 'h-48 rounded-xl']} />
    </div>
  ),
}

/** Threads, messages and the composer, as high as the window. */
function ChatSkeleton({ children }: { children: ReactNode }) {
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
