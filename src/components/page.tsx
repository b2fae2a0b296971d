import type { ReactNode } from 'react'

/** A dashboard page: title, intro, at most one action, content. */
export function Page({
  title,
  intro,
  action,
  isWide = false,
  children,
}: {
  title: string
  intro?: string
  action?: ReactNode
  /** For tables, which may be wider. */
  isWide?: boolean
  children: ReactNode
}) {
  return (
    <div
      className={`mx-auto grid w-full grid-cols-[minmax(0,1fr)] gap-6 ${isWide ? 'max-w-[1440px]' : 'max-w-[1120px]'}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="grid gap-1">
          <h1 className="text-2xl font-semibold">{title}</h1>
          {intro ? <p className="max-w-[80ch] text-pretty text-muted-foreground">{intro}</p> : null}
        </div>
        {action}
      </div>
      {children}
    </div>
  )
}
