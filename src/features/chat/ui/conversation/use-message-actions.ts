import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { showFailure } from '#/components/toast.ts'
import { useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { messageText, type ModelInfo, type OpenSource } from '#/features/chat/chat-message.ts'
import type { MessageActions } from './conversation-context.tsx'
import type { Conversation } from './use-conversation.ts'

type Options = {
  threadId: string
  models: readonly ModelInfo[]
  openSource?: OpenSource
  conversation: Conversation
  isWriter: boolean
}

/** The actions of a thread. Those that change it are only for its writers, while no generation runs. */
export function useMessageActions(options: Options): MessageActions {
  const { threadId, models, openSource, conversation, isWriter } = options
  const trpc = useTRPC()
  const queries = useQueryClient()
  const t = useTranslate()
  const { mutate: choose } = useMutation(
    trpc.chats.chooseBranch.mutationOptions({
      onSuccess: () => queries.invalidateQueries(trpc.chats.get.infiniteQueryFilter({ id: threadId })),
      onError: (error) => {
        void showFailure(error, t)
      },
    }),
  )
  const { responses, isBusy } = conversation
  const isFree = isWriter && !isBusy
  // The context must not change with the conversation: every message would render for every chunk.
  const latest = useRef(conversation)
  useEffect(() => {
    latest.current = conversation
  })
  return useMemo(() => {
    const free: Partial<MessageActions> = {
      edit(message, text) {
        const { messages, regenerate, send } = latest.current
        // The same text under the same id is the stored message.
        const answer = messages[messages.indexOf(message) + 1]
        if (text === messageText(message) && answer) regenerate(answer)
        else send(text, { replaces: message })
      },
      regenerate: (answer, model) => latest.current.regenerate(answer, model),
      respondToApproval: (message, part, approved) =>
        latest.current.respondToApproval(message, part, approved),
      chooseVersion: (messageId) => choose({ id: threadId, messageId }),
    }
    return {
      builtInId: models.find(({ isBuiltIn }) => isBuiltIn)?.id,
      namesModels: models.length > 1,
      isWriter,
      responses,
      openSource,
      ...(isFree ? free : {}),
    }
  }, [choose, threadId, models, openSource, responses, isWriter, isFree])
}
