import { showToast } from '#/components/toast.ts'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { failureOf } from '@plinth/core/page'

/**
 * Runs an action without a form and shows the result as a toast. Resolves to whether it succeeded; never
 * rejects.
 */
export function useOrganizationAct() {
  const t = useTranslate()
  return async (run: () => Promise<unknown>, done?: string): Promise<boolean> => {
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
}
