import type { ReactNode } from 'react'
import { LoadFailure, type LoadFailureProps } from './part/load-failure.tsx'
import { Skeleton } from './ui/skeleton.tsx'
import { cn } from '#/lib/cn.ts'

export type LoadStateProps<Data> = Pick<LoadFailureProps, 'onRetry'> & {
  data: Data | undefined
  /** The loading error. */
  failure: LoadFailureProps['failure'] | undefined
  /** A placeholder of the content's height. */
  skeleton: ReactNode
  /** Whether the content reaches the edges of a card, from which an error keeps away. */
  isInCard?: boolean
  children: (data: Data) => ReactNode
}

/** The state of loaded data: after 200 ms a skeleton, then the data or the error. */
export function LoadState<Data>({
  data,
  failure,
  onRetry,
  skeleton,
  isInCard = false,
  children,
}: LoadStateProps<Data>) {
  if (data !== undefined) return <>{children(data)}</>
  if (failure) {
    const alert = <LoadFailure failure={failure} onRetry={onRetry} />
    return isInCard ? <div className="p-4 md:p-5">{alert}</div> : alert
  }
  return (
    <div aria-busy="true" className="shown-late">
      {skeleton}
    </div>
  )
}

/** Skeleton boxes for rows or fields. */
export function Skeletons({
  heights,
  gap = 'gap-3',
}: {
  heights: readonly string[]
  gap?: 'gap-3' | 'gap-4'
}) {
  return (
    <div className={`grid content-start ${gap}`} aria-hidden="true">
      {heights.map((height, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- boxes have nothing but their place
        <Skeleton key={index} className={height} />
      ))}
    </div>
  )
}

type RowsSkeletonProps = { count: number; isText?: boolean; rowClass?: string }

/**
 * A placeholder for rows edge to edge in a card: with an icon (`ItemRow`), or of a title and a text with
 * something small at the end.
 */
export function RowsSkeleton({ count, isText = false, rowClass }: RowsSkeletonProps) {
  return (
    <div className="divide-y divide-border" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div
          key={index}
          data-slot="skeleton-row"
          className={cn(
            'flex h-14 animate-pulse items-center gap-4 px-4 md:px-5',
            isText && 'max-md:h-16',
            rowClass,
          )}
        >
          {isText ? null : <span className="size-8 rounded-lg bg-muted" />}
          <span className="grid flex-1 gap-1.5">
            <span className="h-3 w-36 rounded-sm bg-muted" />
            <span className={cn('h-2.5 rounded-sm bg-muted', isText ? 'w-3/4 max-w-120' : 'w-24')} />
          </span>
          {isText ? <span className="h-2.5 w-16 rounded-sm bg-muted max-md:hidden" /> : null}
        </div>
      ))}
    </div>
  )
}
