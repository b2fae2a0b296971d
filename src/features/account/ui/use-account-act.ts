import { useOutcomeToast } from '#/components/use-outcome-toast.ts'
import { useReauthentication } from '#/core/auth/reauthentication.tsx'
import { answerOf } from '#/core/auth/auth-request.ts'

type Act = {
  run: () => Promise<unknown>
  /** The text of the toast. */
  done: string
}

/**
 * Runs actions without a form: asks for re-authentication if needed, and shows the result as a toast. `act`
 * resolves to whether it succeeded and never rejects; `dialog` must be rendered.
 */
export function useAccountAct() {
  const showOutcome = useOutcomeToast()
  const { withRecentAuth, dialog } = useReauthentication()

  async function act({ run, done }: Act): Promise<boolean> {
    return showOutcome(await withRecentAuth(() => answerOf(run())), done)
  }
  return { act, dialog }
}
