import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { cn } from '#/lib/cn.ts'
import { NoScript } from './no-script.tsx'

type AuthPageProps = {
  title: string
  intro?: ReactNode
  /** Shown above the title of a page that reports an event, such as a sent mail. */
  Icon?: LucideIcon
  /** Instead of the icon. */
  picture?: ReactNode
  /** The page replaced another one: the title takes the focus, so that screen readers read it. */
  isNews?: boolean
  children?: ReactNode
  footer?: ReactNode
  /** Starts higher, so that its button is seen without scrolling. */
  isLong?: boolean
}

/**
 * The column of the account pages, 400 px wide. Aligned to the top, because centered content would move when
 * an error or a password's strength appears.
 */
export function AuthPage({ title, intro, Icon, picture, isNews, children, footer, isLong }: AuthPageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNews) heading.current?.focus()
  }, [isNews])
  return (
    <div
      className={cn(
        'mx-auto grid w-full max-w-[27rem] content-start gap-6 px-4 pt-6 pb-12',
        isLong ? 'sm:pt-[clamp(1rem,calc(100vh-48.5rem),8.5rem)]' : 'sm:pt-[clamp(1.5rem,13vh,8.5rem)]',
      )}
    >
      {picture}
      {Icon ? (
        <span className="grid size-11 place-items-center rounded-xl border border-border bg-card text-brand shadow-xs">
          <Icon className="size-5" strokeWidth={1.75} aria-hidden="true" />
        </span>
      ) : null}
      <div className="grid gap-1">
        <h1
          ref={heading}
          tabIndex={isNews ? -1 : undefined}
          className="text-2xl leading-8 font-semibold tracking-[-0.02em] wrap-anywhere outline-none"
        >
          {title}
        </h1>
        {intro ? <p className="text-muted-foreground wrap-anywhere">{intro}</p> : null}
      </div>
      <NoScript />
      {children}
      {footer ? <p className="text-muted-foreground">{footer}</p> : null}
    </div>
  )
}

export const textLink =
  'rounded-sm font-medium text-link underline decoration-current/35 decoration-1 underline-offset-3 transition duration-[120ms] hover:decoration-current'
