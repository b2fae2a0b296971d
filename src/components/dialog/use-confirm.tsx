import type { ReactNode } from 'react'
import { lazyPart } from '../part/lazy-part.tsx'
import type { Confirmation } from './confirm-dialog.tsx'
import { useAsked } from './use-asked.ts'

const ConfirmDialog = lazyPart(async () => ({
  default: (await import('./confirm-dialog.tsx')).ConfirmDialog,
}))

/**
 * `ask()` opens the confirmation, which `dialog` renders. `inside` is a dialog that the action may open above
 * it.
 */
export function useConfirm(inside?: ReactNode) {
  const { asked, ask, state } = useAsked<Confirmation>()
  if (!asked) return { ask, dialog: null }
  const { key, ...confirmation } = asked
  const dialog = (
    <ConfirmDialog key={key} {...confirmation} {...state}>
      {inside}
    </ConfirmDialog>
  )
  return { ask, dialog }
}
