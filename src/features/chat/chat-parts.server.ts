import type { LanguageModel, ToolSet } from 'ai'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import type { OpenDatabase } from '#/core/db/database.server.ts'
import type { ChatPage } from './chat-limits.ts'

/**
 * A model as people see it. The built-in one is no language model: it quotes, runs plain commands, and costs
 * nothing.
 */
export type AnswerModel = { id: string; label: string; isBuiltIn: boolean }
export type ChatModel = AnswerModel & { languageModel: LanguageModel }

/** Why a model has failed, in words of ours: a translation key and what stands in it. */
export type ModelFailure = { code: string; params: Record<string, string | number> }

export type ChatModels = {
  list(): readonly AnswerModel[]
  defaultId: string
  /** Undefined for a model that isn't offered. */
  find(id: string): ChatModel | undefined
  failureOf(error: unknown): ModelFailure
}

/**
 * A passage of a document that an answer may cite. `text` stands on `page` from `start` to `end`; `score`
 * compares passages of one answer.
 */
export type CitedPassage = {
  documentId: string
  name: string
  text: string
  page: number
  start: number
  end: number
  score?: number
}
export type FoundPassages = { items: CitedPassage[]; confidence: 'answer' | 'possible' | 'none' }

/**
 * A context of the person who asks, read anew: their session, rights and workspace as they are now. Throws
 * when they have lost them.
 */
export type ContextNow = (signal: AbortSignal) => Promise<VerbContext>

export type ChatTools = {
  tools: ToolSet
  /** Names of those that write: each call waits for a person's word. */
  writing: readonly string[]
}

export type ChatLimits = { requestsPerMinute: number; tokensPerDay: number; workspaceTokensPerDay: number }

export const chatLimits: ChatLimits = {
  requestsPerMinute: 20,
  tokensPerDay: 200_000,
  workspaceTokensPerDay: 1_000_000,
}

/**
 * What the chat is made of beside its own tables; the composition root brings models, tools and documents
 * together with it.
 */
export type ChatParts = {
  db: OpenDatabase['db']
  /** Names this process in the runs it makes. */
  holder: string
  /** Signs what a person is asked to approve. */
  secret: string
  models: ChatModels
  limits: ChatLimits
  /** The tools of a page; none where there are none. */
  toolsOf(page: ChatPage, contextNow: ContextNow): ChatTools
  search(ctx: VerbContext, query: string): Promise<FoundPassages>
}
