import { showToast } from '#/components/toast.ts'
import { requestAuth } from '#/core/auth/auth-request.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { failureOf } from '#/core/trpc/failure.ts'

type Act = {
  /** Under /api/auth/organization. */
  path: string
  body: object
  /** What is said when it is done. */
  done: string
}

/**
 * Acts that have no form: what comes of them is said in a toast. Both resolve to whether it was done, and
 * never reject.
 */
export function useOrganizationAct() {
  const t = useTranslate()

  async function act({ path, body, done }: Act): Promise<boolean> {
    const { refused } = await requestAuth(`/organization/${path}`, { body })
    void showToast(
      refused ? 'error' : 'success',
      refused ? t(refused.code as TranslationKey, refused.params) : done,
    )
    return !refused
  }

  async function call(run: () => Promise<unknown>, done?: string): Promise<boolean> {
    try {
      await run()
      if (done !== undefined) void showToast('success', done)
      return true
    } catch (error) {
      const { code, params, fields } = failureOf(error)
      const [ofField] = Object.values(fields ?? {})
      void showToast('error', t((ofField ?? code) as TranslationKey, params))
      return false
    }
  }
  return { act, call }
}
