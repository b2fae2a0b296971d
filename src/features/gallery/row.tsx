import type { ReactNode } from 'react'

/** Examples in one row, with the variant's name in front. */
export function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <span className="w-full font-mono text-xs text-muted-foreground sm:w-24">{name}</span>
      {children}
    </div>
  )
}
