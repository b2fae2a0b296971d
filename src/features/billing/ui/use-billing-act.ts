import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useOutcomeToast } from '#/components/use-outcome-toast.ts'
import { showToast } from '#/components/toast.ts'
import { answerOf, useRefreshViewer } from '@plinth/core/auth'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'

/** Runs a change, says how it ended, and reads the plan again, which the whole page depends on. */
export function useBillingAct() {
  const showOutcome = useOutcomeToast()
  const queries = useQueryClient()
  const { billing } = useTRPC()
  const refresh = useRefreshViewer()
  return async (run: () => Promise<unknown>, done: string): Promise<boolean> => {
    const isDone = showOutcome(await answerOf(run()), done)
    await queries.invalidateQueries(billing.pathFilter())
    await refresh()
    return isDone
  }
}

/** Goes to a page of the provider. The button stays pending until the browser has left. */
export function useLeaveToProvider() {
  const t = useTranslate()
  const [pending, setPending] = useState<string>()
  async function leave(name: string, ask: () => Promise<{ url: string }>): Promise<void> {
    setPending(name)
    const { answer, refused } = await answerOf(ask())
    if (answer) window.location.assign(answer.url)
    else {
      setPending(undefined)
      if (refused) void showToast('error', t(refused.code as TranslationKey, refused.params))
    }
  }
  return { leave, pending }
}
