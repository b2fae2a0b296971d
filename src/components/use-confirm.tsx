import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { Confirmation } from './confirm-dialog.tsx'

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }))

/**
 * `ask()` opens the confirmation, which `dialog` renders. `inside` is a dialog that the action may open above
 * it.
 */
export function useConfirm(inside?: ReactNode) {
  const [asked, setAsked] = useState<Confirmation & { count: number }>()
  const [isOpen, setOpen] = useState(false)
  function ask(confirmation: Confirmation) {
    // A new key per confirmation resets its input.
    setAsked((last) => ({ ...confirmation, count: (last?.count ?? 0) + 1 }))
    setOpen(true)
  }
  const dialog = asked ? (
    <Suspense>
      <ConfirmDialog key={asked.count} {...asked} isOpen={isOpen} onOpenChange={setOpen}>
        {inside}
      </ConfirmDialog>
    </Suspense>
  ) : null
  return { ask, dialog }
}
