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

export type ProofDialogProps = {
  isOpen: boolean
  onOpenChange: (open: boolean) => void
  /** The person has proved that it's them; for ten minutes no act asks again. */
  onProved: () => void
}

/**
 * The dialog that asks for the proof. Provided by the shell of the signed-in area; without one a refusal
 * stays a refusal.
 */
export const ProofDialogContext = createContext<ComponentType<ProofDialogProps> | undefined>(undefined)

const PROVE_AGAIN = 'errors:proveAgain'

type Asked = { count: number; settle: (isProved: boolean) => void }

/**
 * For acts that need a recent proof: `prove(act)` runs the act, and where the server wants a proof first,
 * asks for it and runs the very same act again. Who closes the dialog gets the refusal. `dialog` is its
 * place: inside the caller's own dialog where there is one, outside its form.
 */
export function useProof() {
  const ProofDialog = use(ProofDialogContext)
  const [asked, setAsked] = useState<Asked>()
  const [isOpen, setOpen] = useState(false)

  async function prove<Answer>(act: () => Promise<AuthAnswer<Answer>>): Promise<AuthAnswer<Answer>> {
    const first = await act()
    if (first.refused?.code !== PROVE_AGAIN || !ProofDialog) return first
    const isProved = await new Promise<boolean>((settle) => {
      setAsked((last) => ({ count: (last?.count ?? 0) + 1, settle }))
      setOpen(true)
    })
    return isProved ? act() : first
  }

  function close(isProved: boolean) {
    setOpen(false)
    asked?.settle(isProved)
  }

  const onOpenChange = (open: boolean) => !open && close(false)
  const question =
    asked &&
    ProofDialog &&
    createElement(ProofDialog, { key: asked.count, isOpen, onOpenChange, onProved: () => close(true) })
  const dialog: ReactNode = question ? <Suspense>{question}</Suspense> : null
  return { prove, dialog }
}
