import type { ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'

/** Decorative: the text next to it is announced. */
export function Spinner({ className, ...props }: ComponentProps<'svg'>) {
  return (
    <svg
      data-slot="spinner"
      viewBox="0 0 16 16"
      className={cn('size-4 animate-spin', className)}
      aria-hidden="true"
      {...props}
    >
      <circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" strokeOpacity="0.25" strokeWidth="2" />
      <path
        d="M8 1.5a6.5 6.5 0 0 1 6.5 6.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  )
}
