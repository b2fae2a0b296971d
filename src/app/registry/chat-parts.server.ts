import { createHmac } from 'node:crypto'
import { chatLimits, createChatModels, type ChatServices } from '#/features/chat/index.server.ts'
import { searchDocuments } from '#/features/documents/index.server.ts'
import { createId } from '#/lib/create-id.ts'
import { workspaceTools } from './chat-tools.server.ts'
import { getServices } from '../server/services.server.ts'

/** Passages sent to the model with a message. */
const PASSAGES = 6
/** Only this much of a longer message is used as the search query. */
const QUERY_LENGTH = 1_000

let services: Promise<ChatServices> | undefined

/** Returns the chat's dependencies: the database, the models, and the other slices as tools and documents. */
export function chatServices(): Promise<ChatServices> {
  return (services ??= compose())
}

async function compose(): Promise<ChatServices> {
  const { db, models, secret } = await getServices()
  return {
    db,
    models: createChatModels(models),
    holder: createId(),
    secret: createHmac('sha256', secret).update('chat approvals').digest('base64url'),
    limits: chatLimits,
    toolsOf(page, currentContext) {
      // This page has no tools, so that text in a document can't make the model write.
      if (page === 'rag') return { tools: {}, writing: [] }
      const { reading, writing } = workspaceTools(currentContext)
      return page === 'vercel'
        ? { tools: reading, writing: [] }
        : { tools: { ...reading, ...writing }, writing: Object.keys(writing) }
    },
    search: (ctx, query) => searchDocuments(ctx, { query: query.slice(0, QUERY_LENGTH), limit: PASSAGES }),
  }
}
