import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { showToast } from '#/components/toast.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { failureOf } from '#/core/trpc/failure.ts'
import { useTRPC } from '#/core/trpc/react.tsx'
import type { AnswerModel, SourcePart } from './chat-message.ts'
import type { TalkActs } from './talk-context.tsx'
import type { Conversation } from './use-conversation.ts'
import { useDecisions } from './use-decisions.ts'

type ActsOf = {
  threadId: string
  models: readonly AnswerModel[]
  openSource?: (source: SourcePart) => void
  talk: Conversation
  /** Whether this person may go on with the thread. */
  isWriter: boolean
}

/**
 * The acts of a thread, for its messages: those that change it only while no answer is being made, and only
 * for who may.
 */
export function useTalkActs({ threadId, models, openSource, talk, isWriter }: ActsOf): TalkActs {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const t = useTranslate()
  const { mutate: choose } = useMutation(
    trpc.chats.chooseBranch.mutationOptions({
      onSuccess: () => queries.invalidateQueries(trpc.chats.get.queryFilter({ id: threadId })),
      onError: (error) => {
        const { code, params } = failureOf(error)
        void showToast('error', t(code as TranslationKey, params))
      },
    }),
  )
  const { chosen, decide } = useDecisions(threadId, talk.follow)
  const isFree = isWriter && !talk.isBusy
  // What the messages are given changes only when something can be done with them that could not before: they
  // are drawn for every word otherwise.
  const latest = useRef({ talk, decide })
  useEffect(() => {
    latest.current = { talk, decide }
  })
  return useMemo(() => {
    const free: Partial<TalkActs> = {
      edit: (question, text) => latest.current.talk.ask(text, { replaces: question }),
      again: (answer, model) => latest.current.talk.again(answer, model),
      decide: (message, part, approved) => latest.current.decide(message, part, approved),
      chooseVersion: (messageId) => choose({ id: threadId, messageId }),
    }
    return {
      builtInId: models.find(({ isBuiltIn }) => isBuiltIn)?.id,
      namesModels: models.length > 1,
      isWriter,
      chosen,
      openSource,
      ...(isFree ? free : {}),
    }
  }, [choose, threadId, models, openSource, chosen, isWriter, isFree])
}
