import type { ReactNode } from 'react'

type PanelProps = {
  id: string
  title: string
  /** At the end of the header: a link, a badge. In a card of nothing else, a line in place of the rows. */
  aside?: ReactNode
  children?: ReactNode
}

/** A card of rows below a header. The content brings its own padding. */
export function Panel({ id, title, aside, children }: PanelProps) {
  return (
    <section aria-labelledby={id} className="min-w-0 overflow-clip rounded-xl border border-border bg-card">
      <div className="flex min-h-13 items-center justify-between gap-3 px-4 py-2 not-last:border-b not-last:border-border last:gap-y-1 last:py-2.5 max-sm:last:flex-col max-sm:last:items-start max-sm:last:py-4 md:px-5">
        <h2 id={id} className="min-w-0 scroll-below-bars text-lg/6 font-semibold">
          {title}
        </h2>
        {/* A control keeps its size and the header its height. */}
        {aside ? <div className="-my-1 flex max-w-full shrink-0 items-center">{aside}</div> : null}
      </div>
      {children}
    </section>
  )
}
