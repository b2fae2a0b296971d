import type { ReactNode } from 'react'

type PageProps = {
  title: string
  intro?: string
  /** At most one, beside the title. */
  action?: ReactNode
  /** A table may be wider than other pages: 1440 px instead of 1120. */
  isWide?: boolean
  children: ReactNode
}

// Skeletons stand in the same place.
/**
 * On phones the intro has the width below both; where they don't fit beside each other, the action is last. A
 * title gives way by lines, never by broken words, and before it the action's icon.
 */
export const pageHead =
  'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 md:grid md:gap-y-1 md:grid-cols-[minmax(0,1fr)_auto]'
export const pageIntro =
  'text-muted-foreground max-md:basis-full min-[22.5rem]:max-md:order-last md:col-start-1'
export const pageAction = 'md:col-start-2 md:row-span-2 md:row-start-1'

/** A dashboard page: title, intro, at most one action, content. */
export function Page({ title, intro, action, isWide, children }: PageProps) {
  return (
    <div
      data-width={isWide ? 'table' : undefined}
      className="mx-auto grid w-full max-w-280 grid-cols-[minmax(0,1fr)] gap-6 data-[width=table]:max-w-360"
    >
      <div className={pageHead}>
        <h1 className="min-w-0 flex-[1_1_min-content] text-2xl font-semibold wrap-break-word">{title}</h1>
        {intro ? <p className={`max-w-[80ch] text-pretty ${pageIntro}`}>{intro}</p> : null}
        {action ? (
          <div className={`flex items-center gap-2 max-[26rem]:[&_svg]:hidden ${pageAction}`}>{action}</div>
        ) : null}
      </div>
      {children}
    </div>
  )
}
