import type { ReactNode } from 'react'
import { RowsSkeleton, Skeletons } from '#/components/load-state.tsx'
import { pageAction, pageHead, pageIntro, pageTitle } from '#/components/page-head.ts'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import type { PageShape } from './page-shape.ts'

/** The skeleton of a pending page in the signed-in area, with its layout, so that nothing shifts. */
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
  const { width = 'max-w-280', hasIntro = true, introLines = 1, action, content } = shapes[shape]
  return (
    <div role="status" className={`mx-auto grid w-full grid-cols-[minmax(0,1fr)] gap-6 ${width}`}>
      {shape === 'detail' ? (
        <div className="grid gap-3 border-b border-border pb-5">
          <Skeleton className="h-8 w-48 max-w-full" />
          <div className="flex h-8">{loading}</div>
        </div>
      ) : (
        <div className={pageHead}>
          <div className={pageTitle}>
            <Skeleton className="h-7.5 w-48 max-w-full" />
          </div>
          {hasIntro ? (
            <div className={`${pageIntro} ${introLines === 2 ? 'max-md:h-10' : ''}`}>{loading}</div>
          ) : (
            loading
          )}
          {action ? <Skeleton className={`h-9 w-28 pointer-coarse:h-11 ${pageAction} ${action}`} /> : null}
        </div>
      )}
      {content}
    </div>
  )
}

const card = 'overflow-clip rounded-xl border border-border bg-card'
const search = <Skeleton className="h-9 sm:max-w-70 pointer-coarse:h-11" />
const heading = <Skeleton className="h-6.5 w-28" />
const rows = (count: number, className: string, content: ReactNode) =>
  Array.from({ length: count }, (_, index) => (
    <div key={index} data-slot="skeleton-row" className={className}>
      {content}
    </div>
  ))
const facts = (count: 6 | 8, columns: string, height: string) => (
  <div className={`grid grid-cols-2 gap-px ${columns} ${card} bg-border!`}>
    {rows(count, `bg-card p-5 ${height}`, <Skeleton className="h-3 w-20" />)}
  </div>
)

/** Lines of a table or list, 44 px each in wide windows. */
const lines = (count: number, phone: string) => (
  <div className="divide-y divide-border">
    {rows(
      count,
      `flex h-11 items-center justify-between gap-4 px-4 md:px-5 ${phone}`,
      <>
        <Skeleton className="h-3 w-2/5 max-w-60" />
        <Skeleton className="h-3 w-20" />
      </>,
    )}
  </div>
)

/** A card with a header. */
const panel = (content: ReactNode) => (
  <div className={card}>
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
      {lines(count, 'max-md:h-16')}
    </>,
  )

/** A long page next to the links to its sections. */
const withContents = (content: ReactNode) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-[8.5rem_minmax(0,1fr)] lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-x-12">
    <div className="-mx-4 flex h-11.25 items-center gap-6 border-b border-border px-4 md:mx-0 md:grid md:h-auto md:content-start md:gap-4 md:border-0 md:px-0 md:pt-2">
      {['w-14', 'w-16', 'w-20', 'w-12'].map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </div>
    {content}
  </div>
)

type Shape = {
  width?: 'max-w-3xl' | 'max-w-360'
  hasIntro?: boolean
  /** On phones. */
  introLines?: 2
  /** Beside the title. */
  action?: 'always' | 'max-md:hidden'
  content: ReactNode
}
const shapes: Record<Exclude<PageShape, 'threads' | 'conversation'>, Shape> = {
  list: {
    action: 'always',
    content: withToolbar(
      <Skeleton className="h-9 max-w-sm pointer-coarse:h-11" />,
      <RowsSkeleton isText count={8} />,
    ),
  },
  checklist: {
    introLines: 2,
    content: (
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_18.75rem] lg:gap-6">
        {withToolbar(
          <Skeleton className="h-9 sm:w-65 pointer-coarse:h-11" />,
          <>
            <div className="h-13.25 border-b border-border" />
            {lines(8, 'max-md:h-12')}
          </>,
        )}
        <div className="lg:mt-12">{panel(<div className="h-77" />)}</div>
      </div>
    ),
  },
  people: { action: 'always', content: table(search, 6) },
  table: { width: 'max-w-360', introLines: 2, action: 'always', content: table(search, 12) },
  rows: { introLines: 2, action: 'always', content: table(null, 4) },
  rules: {
    introLines: 2,
    content: withContents(
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-10">
        <div className="grid gap-3">
          {heading}
          {facts(6, 'lg:grid-cols-3', 'h-18')}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <div className="h-11.5 max-md:h-16.5">{heading}</div>
          {table(search, 7)}
        </div>
      </div>,
    ),
  },
  reference: {
    introLines: 2,
    action: 'always',
    content: (
      <>
        <div className={`${card} h-44.5 max-md:h-73.5`} />
        {withContents(panel(lines(6, 'max-lg:h-20.5')))}
      </>
    ),
  },
  detail: {
    width: 'max-w-3xl',
    content: <Skeletons heights={['h-6.5', 'h-5', 'h-5 w-2/3', 'h-40', 'h-5', 'h-5 w-1/2']} />,
  },
  form: {
    width: 'max-w-3xl',
    hasIntro: false,
    content: (
      <div className="grid gap-5">
        <div className="grid gap-1.5">
          <Skeleton className="h-5 w-16" />
          <Skeleton className="h-9 pointer-coarse:h-11" />
        </div>
        <div className="grid gap-1.5">
          <Skeleton className="my-1.5 h-5 w-20" />
          <Skeleton className="mb-6.5 box-content editor-height pb-9.75" />
        </div>
        <Skeleton className="h-9 w-30 pointer-coarse:h-11" />
      </div>
    ),
  },
  overview: {
    action: 'max-md:hidden',
    content: (
      <>
        {panel(<RowsSkeleton count={1} rowClass="h-18 max-sm:h-35 max-sm:items-start max-sm:pt-4" />)}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          {panel(<RowsSkeleton isText count={5} rowClass="h-14.25" />)}
          {panel(
            <div className="p-4 md:px-5">
              {rows(
                4,
                'flex h-17 gap-3 last:h-13',
                <>
                  <Skeleton className="size-6 shrink-0 rounded-full" />
                  <span className="grid flex-1 content-start gap-2">
                    <Skeleton className="h-3 max-w-44" />
                    <Skeleton className="h-2.5 w-16" />
                  </span>
                </>,
              )}
            </div>,
          )}
        </div>
      </>
    ),
  },
  figures: {
    action: 'always',
    content: (
      <>
        {panel(
          <div className="grid gap-px bg-border lg:grid-cols-5">
            {rows(5, 'h-11 bg-card px-4 py-3 md:px-5 lg:h-25.5', <Skeleton className="h-4 w-20" />)}
          </div>,
        )}
        {facts(8, 'md:grid-cols-4', 'h-26.5 max-md:nth-[4n+1]:h-21 max-md:nth-[4n+2]:h-21')}
        {panel(<div className="h-45 max-lg:h-90" />)}
      </>
    ),
  },
  settings: {
    content: withContents(
      <div className="grid max-w-188 content-start gap-4">
        <div className="h-11.5">{heading}</div>
        <div className={card}>
          <RowsSkeleton isText count={7} rowClass="h-16" />
        </div>
      </div>,
    ),
  },
  card: {
    hasIntro: false,
    content: (
      <div className="grid gap-4">
        {heading}
        <div className={card}>
          <RowsSkeleton isText count={2} rowClass="h-17 max-md:h-30.5" />
        </div>
      </div>
    ),
  },
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
        <div className="h-13 border-b border-border max-md:h-21.25 lg:hidden" />
        <div className="mx-auto w-full max-w-3xl flex-1 p-4 sm:p-6">{children}</div>
        <div className="mx-auto w-full max-w-3xl px-4 pb-4.5 sm:px-6 sm:pb-8.5">
          <Skeleton className="h-23 rounded-2xl" />
        </div>
      </div>
    </div>
  )
}
