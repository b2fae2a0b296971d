import { useQueryClient } from '@tanstack/react-query'
import { showToast } from '#/components/toast.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { answerOf } from '#/core/trpc/failure.ts'
import { useTRPC } from '#/core/trpc/react.tsx'

/** Runs an action, shows the result as a toast, and reads the endpoints again. Resolves to its answer. */
export function useAct() {
  const t = useTranslate()
  const queries = useQueryClient()
  const { webhooks } = useTRPC()
  return async <Answer>(run: () => Promise<Answer>, done: string): Promise<Answer | undefined> => {
    const { answer, refused } = await answerOf(run())
    void showToast(
      refused ? 'error' : 'success',
      refused ? t(refused.code as TranslationKey, refused.params) : done,
    )
    await queries.invalidateQueries(webhooks.pathFilter())
    return answer
  }
}
