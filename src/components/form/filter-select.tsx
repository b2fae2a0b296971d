import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'

/** A native select that looks like a button, for filters. `aria-label` names it. */
export function FilterSelect({ className = '', ...select }: ComponentProps<'select'>) {
  return (
    <span className={`relative inline-flex min-w-0 items-center ${className}`}>
      <select
        {...select}
        className="h-9 w-full cursor-pointer appearance-none rounded-lg border border-foreground/18 bg-card pr-8 pl-3 text-base font-medium text-foreground shadow-xs hover:bg-accent dark:bg-secondary dark:hover:bg-accent pointer-coarse:h-11"
      />
      <ChevronDown
        className="pointer-events-none absolute right-2.5 size-4 text-muted-foreground"
        strokeWidth={1.75}
        aria-hidden="true"
      />
    </span>
  )
}
