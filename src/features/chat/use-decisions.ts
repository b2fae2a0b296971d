import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { showToast } from '#/components/toast.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { failureOf } from '#/core/trpc/failure.ts'
import { useTRPC } from '#/core/trpc/react.tsx'
import { asksIn, type ChatMessage, type ToolPart } from './chat-message.ts'

/**
 * A person's word on what a tool wants to write. An answer that asks for several things goes on when each has
 * its word; `goOn` follows it. A refusal of the server is said in a toast, and the word can be given again.
 */
export function useDecisions(threadId: string, goOn: (runId: string) => Promise<void>) {
  const t = useTranslate()
  const { mutateAsync } = useMutation(useTRPC().chats.decide.mutationOptions())
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())

  async function decide(message: ChatMessage, { approvalId }: ToolPart, approved: boolean): Promise<void> {
    if (approvalId === undefined || chosen.has(approvalId)) return
    const words = new Map(chosen).set(approvalId, approved)
    setChosen(words)
    const decisions = asksIn(message).flatMap(({ approvalId: id }) =>
      id === undefined ? [] : [{ approvalId: id, approved: words.get(id) }],
    )
    if (decisions.some((decision) => decision.approved === undefined)) return
    try {
      const { runId } = await mutateAsync({
        id: threadId,
        decisions: decisions.map((one) => ({ ...one, approved: one.approved === true })),
      })
      await goOn(runId)
    } catch (error) {
      const { code, params } = failureOf(error)
      void showToast('error', t(code as TranslationKey, params))
      setChosen(new Map())
    }
  }
  return {
    chosen,
    decide: (message: ChatMessage, part: ToolPart, approved: boolean) => void decide(message, part, approved),
  }
}
