import {
  createContext,
  createElement,
  Suspense,
  use,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import type { AuthAnswer } from './auth-request.ts'

export type ReauthenticationDialogProps = {
  isOpen: boolean
  onOpenChange: (open: boolean) => void
  /** The user has re-authenticated; for ten minutes no act asks again. */
  onReauthenticated: () => void
}

/**
 * The dialog that re-authenticates. Provided by the shell of the signed-in area; without one an error stays
 * an error.
 */
export const ReauthenticationDialogContext = createContext<
  ComponentType<ReauthenticationDialogProps> | undefined
>(undefined)

const REAUTHENTICATE = 'errors:reauthenticate'

type Asked = { count: number; settle: (isDone: boolean) => void }

/**
 * For acts that need a recent authentication: `withRecentAuth(act)` runs the act, and where the server asks
 * for it, re-authenticates and runs the very same act again. Closing the dialog answers the error. `dialog`
 * is its place: inside the caller's own dialog where there is one, outside its form.
 */
export function useReauthentication() {
  const ReauthenticationDialog = use(ReauthenticationDialogContext)
  const [asked, setAsked] = useState<Asked>()
  const [isOpen, setOpen] = useState(false)

  async function withRecentAuth<Answer>(act: () => Promise<AuthAnswer<Answer>>): Promise<AuthAnswer<Answer>> {
    const first = await act()
    if (first.refused?.code !== REAUTHENTICATE || !ReauthenticationDialog) return first
    const isDone = await new Promise<boolean>((settle) => {
      setAsked((last) => ({ count: (last?.count ?? 0) + 1, settle }))
      setOpen(true)
    })
    return isDone ? act() : first
  }

  function close(isDone: boolean) {
    setOpen(false)
    asked?.settle(isDone)
  }

  const onOpenChange = (open: boolean) => !open && close(false)
  const question =
    asked &&
    ReauthenticationDialog &&
    createElement(ReauthenticationDialog, {
      key: asked.count,
      isOpen,
      onOpenChange,
      onReauthenticated: () => close(true),
    })
  const dialog: ReactNode = question ? <Suspense>{question}</Suspense> : null
  return { withRecentAuth, dialog }
}
