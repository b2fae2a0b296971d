import { createContext, createElement, use, useState, type ComponentType, type ReactNode } from 'react'
import type { Namespace } from '#/i18n/keys.ts'
import { useI18n } from '#/i18n/react.ts'
import type { AuthAnswer } from './auth-request.ts'

export type ReauthenticationDialogProps = {
  isOpen: boolean
  onOpenChange: (open: boolean) => void
  /** Called when the user has re-authenticated; no action asks again for ten minutes. */
  onReauthenticated: () => void
}

/**
 * The re-authentication dialog, provided by the shell of the signed-in area. Without it, errors are returned
 * as they are.
 */
export const ReauthenticationDialogContext = createContext<
  ComponentType<ReauthenticationDialogProps> | undefined
>(undefined)

export type ReauthenticationMethodProps = Pick<ReauthenticationDialogProps, 'onReauthenticated'>
export type ReauthenticationMethods = Readonly<
  Record<string, { namespace: Namespace; Method: ComponentType<ReauthenticationMethodProps> }>
>

/**
 * The methods that features add to the dialog, by the name that the server gives them. A feature adds one in
 * the `Provider` of its layout.
 */
export const ReauthenticationMethodsContext = createContext<ReauthenticationMethods>({})

const REAUTHENTICATE = 'errors:reauthenticate'

type Asked = { count: number; settle: (isDone: boolean) => void }

/**
 * For actions that require recent authentication: `withRecentAuth(act)` runs the action and, if the server
 * asks for it, re-authenticates the user and runs the same action again. Closing the dialog returns the
 * error. Render `dialog` inside the caller's own dialog, if any, but outside its form.
 */
export function useReauthentication() {
  const ReauthenticationDialog = use(ReauthenticationDialogContext)
  const methods = use(ReauthenticationMethodsContext)
  const i18n = useI18n()
  const [asked, setAsked] = useState<Asked>()
  const [isOpen, setOpen] = useState(false)

  async function withRecentAuth<Answer>(act: () => Promise<AuthAnswer<Answer>>): Promise<AuthAnswer<Answer>> {
    const first = await act()
    if (first.refused?.code !== REAUTHENTICATE || !ReauthenticationDialog) return first
    await i18n.load(Object.values(methods).map(({ namespace }) => namespace)).catch(() => {})
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
  const dialog: ReactNode =
    asked &&
    ReauthenticationDialog &&
    createElement(ReauthenticationDialog, {
      key: asked.count,
      isOpen,
      onOpenChange,
      onReauthenticated: () => close(true),
    })
  return { withRecentAuth, dialog }
}
