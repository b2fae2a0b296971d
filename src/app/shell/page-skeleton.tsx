import type { ReactNode } from 'react'
import { RowsSkeleton, Skeletons } from '#/components/load-state.tsx'
import { pageContents, pageHead, pageIntro, pageTitle } from '#/components/page-head.ts'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import type { PageShape } from './page-shape.ts'

/** The skeleton of a pending page in the signed-in area, as wide as the page: nothing moves sideways. */
export function PageSkeleton({ shape }: { shape: PageShape }) {
  const t = useTranslate()
  const loading = (
    <span className="flex seen-later items-center gap-2 text-muted-foreground">
      <Spinner />
      {t('app:pending.loading')}
    </span>
  )
  if (shape === 'threads' || shape === 'conversation')
    return <ConversationSkeleton hasThreads={shape === 'threads'}>{loading}</ConversationSkeleton>
  const { width, content } = shapes[shape]
  return (
    <div role="status" className={`grid w-full grid-cols-[minmax(0,1fr)] gap-6 ${width}`}>
      <div className={pageHead}>
        <div className={`text-2xl ${pageTitle}`}>
          <Skeleton className="h-[1lh] w-48 max-w-full" />
        </div>
        <div className={pageIntro}>{loading}</div>
      </div>
      {content}
    </div>
  )
}

const card = 'overflow-clip rounded-xl border border-border bg-card'

const list = (
  <div className="grid gap-3">
    <Skeleton className="h-9 max-w-sm pointer-coarse:h-11" />
    <div className={card}>
      <RowsSkeleton isText count={8} />
    </div>
  </div>
)
const cards = (
  <div className="grid content-start gap-6">
    {[3, 5].map((rows) => (
      <div key={rows} className={card}>
        <div className="flex h-12 items-center border-b border-border px-4 md:px-5">
          <Skeleton className="h-4 w-32" />
        </div>
        <RowsSkeleton isText count={rows} />
      </div>
    ))}
  </div>
)
const sections = (
  <div className={pageContents}>
    <div className="max-md:hidden">
      <Skeletons heights={['h-4 w-14', 'h-4 w-20', 'h-4 w-16', 'h-4 w-20']} gap="gap-4" />
    </div>
    <div className="max-w-188">{cards}</div>
  </div>
)

const shapes = {
  list: { width: 'max-w-284', content: list },
  table: { width: 'max-w-360', content: list },
  cards: { width: 'max-w-284', content: cards },
  sections: { width: 'max-w-284', content: sections },
  form: { width: 'max-w-3xl', content: <Skeletons heights={['h-9', 'h-5', 'h-64', 'h-5', 'h-9 w-28']} /> },
}

type ConversationSkeletonProps = { hasThreads: boolean; children: ReactNode }

/** Threads, messages and the composer, as high as the window. */
function ConversationSkeleton({ hasThreads, children }: ConversationSkeletonProps) {
  return (
    <div role="status" className="fills-window flex min-h-0 min-w-0 flex-1">
      {hasThreads ? (
        <div className="hidden w-62 shrink-0 border-r border-border p-3 lg:block">
          <Skeletons heights={['h-9', 'h-6', 'h-6', 'h-6', 'h-6']} />
        </div>
      ) : null}
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="mx-auto w-full max-w-3xl flex-1 p-4 sm:p-6">{children}</div>
        <div className="mx-auto w-full max-w-3xl px-4 pb-8 sm:px-6">
          <Skeleton className="h-24 rounded-2xl" />
        </div>
      </div>
    </div>
  )
}
