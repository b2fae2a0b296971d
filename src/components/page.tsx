import type { ReactNode } from 'react'
import { pageAction, pageHead, pageIntro, pageTitle } from './page-head.ts'

type PageProps = {
  title: string
  intro?: ReactNode
  /** At most one, beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** A dashboard page: title, intro, at most one action, content. */
export function Page({ title, intro, action, children }: PageProps) {
  return (
    <div className="grid w-full grid-cols-[minmax(0,1fr)] gap-6">
      <div className={pageHead}>
        <h1 className={pageTitle}>{title}</h1>
        {intro ? <p className={`max-w-[80ch] ${pageIntro}`}>{intro}</p> : null}
        {action ? <div className={pageAction}>{action}</div> : null}
      </div>
      {children}
    </div>
  )
}
