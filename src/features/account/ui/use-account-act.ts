import { showToast } from '#/components/toast.ts'
import type { AuthAnswer } from '#/core/auth/auth-request.ts'
import { useReauthentication } from '#/core/auth/reauthentication.tsx'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { failureOf } from '#/core/trpc/failure.ts'

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

/** The result of a tRPC call in the form that `useReauthentication` and forms take. Never rejects. */
export async function answerOf<Answer>(asked: Promise<Answer>): Promise<AuthAnswer<Answer>> {
  try {
    return { answer: await asked }
  } catch (error) {
    const failure = failureOf(error)
    const [field, code = failure.code] = Object.entries(failure.fields ?? {})[0] ?? []
    return { refused: { ...failure, code, field } }
  }
}
