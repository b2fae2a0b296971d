import type { ReactNode } from 'react'
import { NoScript } from './no-script.tsx'

/**
 * The frame of the sign-in pages: the form quiet in the left third, in line with the header; the mark as a
 * calm pattern at the right. From the top, because what is centred moves when a slow line brings the rest of
 * the page.
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
