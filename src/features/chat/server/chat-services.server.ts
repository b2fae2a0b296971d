import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ToolSet } from 'ai'
import type { ModelFailure } from '#/core/ai/models.server.ts'
import type { OpenDatabase } from '#/core/db/database.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import type { ModelInfo } from '../chat-message.ts'
import type { ChatPageName } from '../chat-pages.ts'

export type ChatModel = ModelInfo & { languageModel: LanguageModelV4 }

export type ChatModels = {
  list(): readonly ModelInfo[]
  defaultId: string
  /** Undefined for a model that isn't offered. */
  find(id: string): ChatModel | undefined
  failureOf(error: unknown): ModelFailure
}

/**
 * A passage of a document that an answer may cite. `text` stands on `page` from `start` to `end`; `score`
 * compares passages of one search.
 */
export type CitedPassage = {
  documentId: string
  name: string
  /** The headings above it. */
  heading?: string
  text: string
  page: number
  start: number
  end: number
  score?: number
}
export type FoundPassages = { items: CitedPassage[]; confidence: 'answer' | 'possible' | 'none' }

/**
 * A context of the user who sent the message, read anew: session, rights and workspace as they are now.
 * Throws when they have lost them.
 */
export type CurrentContext = (signal: AbortSignal) => Promise<VerbContext>

export type ChatTools = {
  tools: ToolSet
  /** Names of those that write: each call waits for approval. */
  writing: readonly string[]
}

export type ChatLimits = { requestsPerMinute: number; tokensPerDay: number; workspaceTokensPerDay: number }

export const chatLimits: ChatLimits = {
  requestsPerMinute: 20,
  tokensPerDay: 200_000,
  workspaceTokensPerDay: 1_000_000,
}

/**
 * What the chat needs beside its own tables; `src/app` brings models, tools and documents together with it.
 */
export type ChatServices = {
  db: OpenDatabase['db']
  /** Names this process in the generations it runs. */
  holder: string
  /** Signs the tool calls that wait for approval. */
  secret: string
  models: ChatModels
  limits: ChatLimits
  /** The tools of a page. */
  toolsOf(page: ChatPageName, currentContext: CurrentContext): ChatTools
  search(ctx: VerbContext, query: string): Promise<FoundPassages>
}
