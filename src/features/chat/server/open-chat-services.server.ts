import { createHmac } from 'node:crypto'
import { tool, type ToolSet } from 'ai'
import { AppError, expectedError } from '@plinth/core/verb/server'
import type { Application, ChatTool, Installed } from '@plinth/core/feature/server'
import { createId, findUnstorable } from '@plinth/core/schema'
import { cutAt } from '@plinth/core/format'
import {
  chatLimits,
  type ChatServices,
  type CurrentContext,
  type ChatModel,
  type ChatModels,
} from './chat-services.server.ts'
import { searchPassages } from './passages.server.ts'
import { type Models, describeFailure } from '@plinth/core/server'
import { BUILT_IN_ID, builtInInfo, createBuiltInModel } from './built-in/built-in-model.server.ts'
import type { BuiltInParts } from './built-in/reply.server.ts'

/** Passages sent to the model with a message. */
const PASSAGES = 6
/** Only this much of a longer message is used as the search query. */
const QUERY_LENGTH = 1_000

let services: Promise<ChatServices> | undefined

/** Returns the chat's services, opened by the first call of the process. */
export function openChatServices(
  application: () => Promise<Application>,
  installed: Installed,
): Promise<ChatServices> {
  return (services ??= open(application, installed))
}

async function open(
  application: () => Promise<Application>,
  { chatTools, chat }: Installed,
): Promise<ChatServices> {
  const { db, models, secret } = await application()
  const [{ reading, writing }, { commands }] = await Promise.all([chatTools(), chat()])
  const tools = new Map(Object.entries({ ...reading, ...writing }))
  return {
    db,
    models: createChatModels(models, { commands, tools }),
    commands,
    holder: createId(),
    secret: createHmac('sha256', secret).update('chat approvals').digest('base64url'),
    limits: chatLimits,
    toolsOf(page, currentContext) {
      // This page has no tools, so that text in a document can't make the model write.
      if (page === 'rag') return { tools: {}, writing: [] }
      const readingTools = toolSet(reading, currentContext)
      return page === 'vercel'
        ? { tools: readingTools, writing: [] }
        : { tools: { ...readingTools, ...toolSet(writing, currentContext) }, writing: Object.keys(writing) }
    },
    search: (ctx, query) => searchPassages(ctx, { query: cutAt(query, QUERY_LENGTH), limit: PASSAGES }),
  }
}

/** The features' tools for the AI SDK, with the current rights of the user who sent the message. */
export const toolSet = (tools: Readonly<Record<string, ChatTool>>, currentContext: CurrentContext): ToolSet =>
  Object.fromEntries(Object.entries(tools).map(([name, one]) => [name, asTool(one, currentContext)]))

/**
 * A model's input is checked like a client's: PostgreSQL stores neither NUL nor lone surrogates. The model
 * gets errors by their code, like clients: the text of a query must not reach its provider.
 */
function asTool({ description, input, run }: ChatTool, currentContext: CurrentContext) {
  return tool({
    description,
    inputSchema: input.superRefine((value, { addIssue }) => {
      const found = findUnstorable(value)
      if (found) addIssue(found.code)
    }),
    async execute(
      given: unknown,
      { toolCallId, abortSignal = new AbortController().signal },
    ): Promise<unknown> {
      const ctx = await currentContext(abortSignal)
      try {
        return await run(ctx, given, { id: toolCallId })
      } catch (error) {
        const known = expectedError(error)
        if (known) throw known
        ctx.log.error({ err: error }, 'a chat tool failed')
        throw new AppError('unavailable', 'errors:unexpected')
      }
    },
  })
}

/** The configured language model, if any, and the built-in model, which is always offered. */
function createChatModels({ language }: Pick<Models, 'language'>, parts: BuiltInParts): ChatModels {
  const builtIn: ChatModel = { ...builtInInfo, languageModel: createBuiltInModel(parts) }
  const offered = language ? [{ ...language, isBuiltIn: false }, builtIn] : [builtIn]
  return {
    list: () => offered.map(({ id, label, isBuiltIn }) => ({ id, label, isBuiltIn })),
    defaultId: language?.id ?? BUILT_IN_ID,
    find: (id) => offered.find((model) => model.id === id),
    failureOf: describeFailure,
  }
}
