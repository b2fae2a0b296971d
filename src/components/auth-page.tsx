import type { ReactNode } from 'react'
import { NoScript } from './no-script.tsx'

/**
 * The layout of the sign-in pages: the form on the left, a pattern on the right. Aligned to the top, because
 * centered content would shift while the page loads.
 */
export function AuthPage({
  title,
  intro,
  children,
  footer,
}: {
  title: string
  intro?: string
  children: ReactNode
  footer?: ReactNode
}) {
  return (
    <div className="mx-auto grid w-full max-w-6xl flex-1 gap-12 px-4 sm:px-6 lg:grid-cols-[minmax(24rem,1fr)_2fr]">
      <div className="mx-auto grid w-full max-w-md content-start gap-6 pt-8 pb-12 sm:pt-[10vh]">
        <div className="grid gap-1">
          <h1 className="text-2xl font-semibold">{title}</h1>
          {intro ? <p className="text-muted-foreground">{intro}</p> : null}
        </div>
        <NoScript />
        {children}
        {footer ? <p className="text-muted-foreground">{footer}</p> : null}
      </div>
      <div aria-hidden="true" className="slab-pattern mb-6 hidden rounded-xl lg:block" />
    </div>
  )
}

export const textLink = 'rounded-sm font-medium text-link underline underline-offset-2'
