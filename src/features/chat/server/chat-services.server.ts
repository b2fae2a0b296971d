import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ToolSet } from 'ai'
import type { ModelFailure } from '@plinth/core/server'
import type { OpenDatabase } from '@plinth/core/database/server'
import type { ChatCommand } from '@plinth/core/feature'
import type { VerbContext } from '@plinth/core/verb/server'
import type { ModelInfo } from '../chat-message.ts'
import type { ChatPageName } from '../chat-pages.ts'
import type { FoundPassages } from './passages.server.ts'

export type ChatModel = ModelInfo & { languageModel: LanguageModelV4 }

export type ChatModels = {
  list(): readonly ModelInfo[]
  defaultId: string
  /** Undefined for a model that isn't offered. */
  find(id: string): ChatModel | undefined
  failureOf(error: unknown): ModelFailure
}

/**
 * Returns the sender's context with their current session, rights and workspace. Throws when the session has
 * ended or the workspace has changed.
 */
export type CurrentContext = (signal: AbortSignal) => Promise<VerbContext>

export type ChatTools = {
  tools: ToolSet
  /** Names of the tools that write. Each of their calls waits for approval. */
  writing: readonly string[]
}

export type ChatLimits = { requestsPerMinute: number; tokensPerDay: number; workspaceTokensPerDay: number }

export const chatLimits: ChatLimits = {
  requestsPerMinute: 20,
  tokensPerDay: 200_000,
  workspaceTokensPerDay: 1_000_000,
}

/** The dependencies of the chat; `src/app` provides the models, tools and document search. */
export type ChatServices = {
  db: OpenDatabase['db']
  /** Identifies this process in the generations it runs. */
  holder: string
  /** Signs the tool calls that wait for approval. */
  secret: string
  models: ChatModels
  /** The commands that the built-in model runs. */
  commands: readonly ChatCommand[]
  limits: ChatLimits
  /** The tools of a page. */
  toolsOf(page: ChatPageName, currentContext: CurrentContext): ChatTools
  search(ctx: VerbContext, query: string): Promise<FoundPassages>
}
