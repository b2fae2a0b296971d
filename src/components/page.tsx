import type { ReactNode } from 'react'

/** A dashboard page: title, intro, at most one action, content. */
export function Page({
  title,
  intro,
  action,
  children,
}: {
  title: string
  intro?: string
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="mx-auto grid w-full max-w-[1120px] grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-1">
          <h1 className="text-2xl font-semibold">{title}</h1>
          {intro ? <p className="text-muted-foreground">{intro}</p> : null}
        </div>
        {action}
      </div>
      {children}
    </div>
  )
}
