import { showToast } from '#/components/toast.ts'
import { requestAuth } from '#/core/auth/auth-request.ts'
import { useProof } from '#/core/auth/prove-again.tsx'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'

type Act = {
  /** Under /api/auth. */
  path: string
  body: object
  /** What is said when it is done. */
  done: string
}

/**
 * Acts without a form: asks for a proof where one is needed, and says in a toast what came of it. `act`
 * resolves to whether it was done and never rejects; `dialog` is the place of the proof.
 */
export function useAccountAct() {
  const t = useTranslate()
  const { prove, dialog } = useProof()

  async function act({ path, body, done }: Act): Promise<boolean> {
    const { refused } = await prove(() => requestAuth(path, { body }))
    void showToast(
      refused ? 'error' : 'success',
      refused ? t(refused.code as TranslationKey, refused.params) : done,
    )
    return !refused
  }
  return { act, dialog }
}
