import { useQueryClient } from '@tanstack/react-query'
import { useOutcomeToast } from '#/components/use-outcome-toast.ts'
import { answerOf } from '@plinth/core/auth'
import { useTRPC } from '@plinth/core/client'

/** Runs an action, shows the result as a toast, and reads the endpoints again. Resolves to its answer. */
export function useEndpointAct() {
  const showOutcome = useOutcomeToast()
  const queries = useQueryClient()
  const { webhooks } = useTRPC()
  return async <Answer>(run: () => Promise<Answer>, done: string): Promise<Answer | undefined> => {
    const outcome = await answerOf(run())
    showOutcome(outcome, done)
    await queries.invalidateQueries(webhooks.pathFilter())
    return outcome.answer
  }
}
