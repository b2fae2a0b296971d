import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import type { Confirmation } from './confirm-dialog.tsx'

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }))

/**
 * `ask()` opens the confirmation, which `dialog` renders. `inside` is a dialog that the action may open above
 * it.
 */
export function useConfirm(inside?: ReactNode) {
  const [asked, setAsked] = useState<Confirmation & { count: number }>()
  const [open, setOpen] = useState<number>()
  const counted = useRef(0)
  function ask(confirmation: Confirmation) {
    // A new key per confirmation resets its input.
    const count = ++counted.current
    setAsked({ ...confirmation, count })
    setOpen(count)
  }
  const dialog = asked ? (
    <Suspense>
      <ConfirmDialog
        key={asked.count}
        {...asked}
        isOpen={open === asked.count}
        // An answer to an earlier question leaves the present one open.
        onOpenChange={() => setOpen((now) => (now === asked.count ? undefined : now))}
      >
        {inside}
      </ConfirmDialog>
    </Suspense>
  ) : null
  return { ask, dialog }
}
