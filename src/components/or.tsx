import type { ReactNode } from 'react'

/** A line with a word in it, between two ways to the same end. */
export function Or({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-center gap-3 text-xs text-muted-foreground before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
      {children}
    </p>
  )
}
