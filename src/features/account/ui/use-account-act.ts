import { showToast } from '#/components/toast.ts'
import { useReauthentication } from '#/core/auth/reauthentication.tsx'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { answerOf } from '#/core/trpc/failure.ts'

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
  const t = useTranslate()
  const { withRecentAuth, dialog } = useReauthentication()

  async function act({ run, done }: Act): Promise<boolean> {
    const { refused } = await withRecentAuth(() => answerOf(run()))
    void showToast(
      refused ? 'error' : 'success',
      refused ? t(refused.code as TranslationKey, refused.params) : done,
    )
    return !refused
  }
  return { act, dialog }
}
