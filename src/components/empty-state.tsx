import type { ReactNode } from 'react'
import { Mark } from './mark.tsx'

/** What will be here, and the action that adds it. */
export function EmptyState({ title, text, action }: { title: string; text: string; action?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-3 rounded-xl border border-dashed border-input px-6 py-12 text-center">
      <Mark className="size-10 text-muted-foreground" />
      <p className="text-lg font-medium">{title}</p>
      <p className="max-w-sm text-muted-foreground">{text}</p>
      {action ? <div className="mt-1">{action}</div> : null}
    </div>
  )
}
