import { describeFailure, type Models } from '#/core/ai/models.server.ts'
import { BUILT_IN_ID, builtInInfo, createBuiltInModel } from './built-in/built-in-model.server.ts'
import type { BuiltInParts } from './built-in/reply.server.ts'
import type { ChatModel, ChatModels } from './chat-services.server.ts'

/** The configured language model, if any, and the built-in model, which is always offered. */
export function createChatModels({ language }: Pick<Models, 'language'>, parts: BuiltInParts): ChatModels {
  const builtIn: ChatModel = { ...builtInInfo, languageModel: createBuiltInModel(parts) }
  const offered = language ? [{ ...language, isBuiltIn: false }, builtIn] : [builtIn]
  return {
    list: () => offered.map(({ id, label, isBuiltIn }) => ({ id, label, isBuiltIn })),
    defaultId: language?.id ?? BUILT_IN_ID,
    find: (id) => offered.find((model) => model.id === id),
    failureOf: describeFailure,
  }
}
