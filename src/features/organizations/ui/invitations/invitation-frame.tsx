import { useEffect, useRef, type ReactNode } from 'react'
import { Mark } from '#/components/mark.tsx'

type InvitationFrameProps = {
  title: string
  text?: string
  /** It has taken the place of something else: who reads by ear is brought to it. */
  isNews?: boolean
  children: ReactNode
}

/** The card in the middle that every state of an invitation stands in. */
export function InvitationFrame({ title, text, isNews, children }: InvitationFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNews) heading.current?.focus()
  }, [isNews])
  return (
    <div className="mx-auto grid w-full max-w-lg flex-1 content-center px-4 py-10 sm:px-6">
      <div className="grid gap-4 rounded-xl border border-border bg-card p-6 sm:p-8">
        <Mark className="size-8 text-muted-foreground" />
        <div className="grid gap-1">
          <h1
            ref={heading}
            tabIndex={isNews ? -1 : undefined}
            className="text-2xl font-semibold wrap-anywhere outline-none"
          >
            {title}
          </h1>
          {text ? <p className="text-muted-foreground wrap-anywhere">{text}</p> : null}
        </div>
        {children}
      </div>
    </div>
  )
}
