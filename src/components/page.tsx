import type { ReactNode } from 'react'

type PageProps = {
  title: string
  intro?: string
  /** At most one. With `max-sm:w-full` it is below the intro on phones. */
  action?: ReactNode
  /** A table may be wider than other pages: 1440 px instead of 1120. */
  isWide?: boolean
  children: ReactNode
}

/** A dashboard page: title, intro, at most one action, content. */
export function Page({ title, intro, action, isWide, children }: PageProps) {
  return (
    <div
      data-width={isWide ? 'table' : undefined}
      className="mx-auto grid w-full max-w-280 grid-cols-[minmax(0,1fr)] gap-6 data-[width=table]:max-w-360"
    >
      <div className="flex items-center justify-between gap-4 max-md:items-start max-sm:flex-wrap">
        <div className="grid min-w-0 gap-1 max-sm:flex-[1_1_12rem]">
          <h1 className="text-2xl font-semibold wrap-anywhere">{title}</h1>
          {intro ? <p className="max-w-[80ch] text-pretty text-muted-foreground">{intro}</p> : null}
        </div>
        {action}
      </div>
      {children}
    </div>
  )
}
