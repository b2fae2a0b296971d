import { showToast } from '#/components/toast.ts'
import type { TranslationKey } from '@plinth/core/i18n/keys.ts'
import { useTranslate } from '@plinth/core/i18n/react.tsx'
import { failureOf } from '@plinth/core/trpc/failure.ts'

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
