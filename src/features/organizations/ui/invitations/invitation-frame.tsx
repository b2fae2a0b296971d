import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'

type InvitationFrameProps = {
  title: string
  text?: string
  Icon?: LucideIcon
  /** Instead of the icon. */
  picture?: ReactNode
  /** It has taken the place of something else: who reads by ear is brought to it. */
  isNews?: boolean
  children: ReactNode
}

/** The column of every state of an invitation, as wide as that of signing in. */
export function InvitationFrame({ title, text, Icon, picture, isNews, children }: InvitationFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNews) heading.current?.focus()
  }, [isNews])
  return (
    <div className="mx-auto grid w-full max-w-[27rem] content-start gap-6 px-4 pt-6 pb-12 sm:pt-[clamp(1.5rem,13vh,8.5rem)]">
      {picture ?? (
        <span className="grid size-11 place-items-center rounded-xl border border-border bg-card text-brand shadow-xs">
          {Icon ? <Icon className="size-5" strokeWidth={1.75} aria-hidden="true" /> : null}
        </span>
      )}
      <div className="grid gap-1">
        <h1
          ref={heading}
          tabIndex={isNews ? -1 : undefined}
          className="text-2xl leading-8 font-semibold tracking-[-0.02em] wrap-anywhere outline-none"
        >
          {title}
        </h1>
        {text ? <p className="text-pretty text-muted-foreground wrap-anywhere">{text}</p> : null}
      </div>
      {children}
    </div>
  )
}
