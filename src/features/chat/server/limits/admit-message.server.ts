import type { SignedInActor } from '@plinth/core/access'
import type { Transaction } from '@plinth/core/database/server'
import { AppError, type VerbContext, consumeLimit, countForPlan } from '@plinth/core/verb/server'
import { parseCommand } from '../../chat-commands.ts'
import type { ChatPageName } from '../../chat-pages.ts'
import { BUILT_IN_ID } from '../built-in/built-in-model.server.ts'
import type { ChatLimits, ChatModel, ChatServices } from '../chat-services.server.ts'
import { CALL_MAX_TOKENS, limitModel, tokensOfLength } from './limited-model.server.ts'
import { reserveTokens } from './token-budget.server.ts'

export const messageLimitKey = (userId: string): string => `chat.message:${userId}`

/**
 * Counts a message of the user, which survives a rollback of the transaction, and one of the workspace's
 * plan, which does not. Throws limit.
 */
export async function countMessage(
  tx: Transaction,
  actor: SignedInActor,
  { requestsPerMinute }: ChatLimits,
): Promise<void> {
  try {
    await consumeLimit(tx, messageLimitKey(actor.userId), { max: requestsPerMinute, windowSeconds: 60 })
  } catch (error) {
    if (error instanceof AppError && error.kind === 'limit')
      throw new AppError('limit', 'chat:errors.tooManyRequests', error.params)
    throw error
  }
  await countForPlan(tx, actor, 'messages')
}

/** Returns the model with this id, or the default one. Throws invalid for a model that is not offered. */
export function chosenModel({ models }: ChatServices, id: string | undefined): ChatModel {
  const model = models.find(id ?? models.defaultId)
  if (!model) throw new AppError('invalid', 'chat:errors.unknownModel', { field: 'model' })
  return model
}

/** Returns the model that answers: the built-in one for a command (not on `rag`), else the chosen one. */
export function answeringModel(
  { models, commands }: ChatServices,
  { chosen, page, text }: { chosen: ChatModel; page: ChatPageName; text: string },
): ChatModel {
  const isCommand = page !== 'rag' && parseCommand(text, commands) !== undefined
  return (isCommand && models.find(BUILT_IN_ID)) || chosen
}

type Temporary = {
  actor: SignedInActor
  text: string
  modelId: string | undefined
  messages: readonly object[]
}

/**
 * Admits a message of the temporary chat: counts it, reserves its tokens, and returns the model with the
 * limits of one answer applied. Throws invalid, limit.
 */
export async function admitTemporaryMessage(
  ctx: VerbContext,
  services: ChatServices,
  { actor, text, modelId, messages }: Temporary,
): Promise<ReturnType<typeof limitModel>> {
  const { db, limits } = services
  const chosen = chosenModel(services, modelId)
  const model = answeringModel(services, { chosen, page: 'vercel', text })
  const account = { userId: actor.userId, workspace: actor.workspace }
  const tokens = tokensOfLength(JSON.stringify(messages).length) + CALL_MAX_TOKENS
  const reservation = await db.transaction(async (tx) => {
    await countMessage(tx, actor, limits)
    return model.isBuiltIn ? undefined : reserveTokens(tx, account, { tokens, limits })
  })
  return limitModel(model, { db, log: ctx.log, limits, account, reservation })
}
