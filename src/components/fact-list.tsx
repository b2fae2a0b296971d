import type { ReactNode } from 'react'
import { Skeleton } from './ui/skeleton.tsx'

type FactListProps = { facts: readonly { key: string; name: ReactNode; value: ReactNode }[] }

const listClass =
  '-mx-4 grid grid-cols-[8.5rem_minmax(0,1fr)] gap-y-1 border-y border-border px-4 py-2 sm:-mx-6 sm:px-6'

/** Names and values in a drawer, from edge to edge. */
export function FactList({ facts }: FactListProps) {
  return (
    <dl className={listClass}>
      {facts.map(({ key, name, value }) => (
        <div key={key} className="contents">
          <dt className="py-1.5 pr-3 wrap-anywhere text-muted-foreground">{name}</dt>
          <dd className="min-w-0 py-1.5 tabular-nums wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A placeholder of such a list. */
export function FactsSkeleton() {
  return (
    <div aria-hidden="true" className={listClass}>
      {['w-40', 'w-20', 'w-28', 'w-24', 'w-32', 'w-28'].map((width, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines have nothing but their place
        <div key={index} className="contents">
          <Skeleton className="my-1 h-5 w-20" />
          <Skeleton className={`my-1 h-5 ${width}`} />
        </div>
      ))}
    </div>
  )
}
