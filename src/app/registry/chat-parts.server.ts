import { createHmac } from 'node:crypto'
import { chatLimits, type ChatParts } from '#/features/chat/index.server.ts'
import { searchDocuments } from '#/features/documents/index.server.ts'
import { createId } from '#/lib/create-id.ts'
import { workspaceTools } from './chat-tools.server.ts'
import { getServices } from '../server/services.server.ts'

/** Passages put to a model with a question. */
const PASSAGES = 6
/** Of a longer question the beginning is looked up. */
const LOOKED_UP_LENGTH = 1_000

let parts: Promise<ChatParts> | undefined

/**
 * What the chat of this process is made of: the store, the models, and the other slices as tools and as
 * documents to answer from.
 */
export function chatParts(): Promise<ChatParts> {
  return (parts ??= composeParts())
}

async function composeParts(): Promise<ChatParts> {
  const { db, models, secret } = await getServices()
  return {
    db,
    models,
    holder: createId(),
    secret: createHmac('sha256', secret).update('chat approvals').digest('base64url'),
    limits: chatLimits,
    // Documents can't make anybody write: on their page nothing can.
    toolsOf: (page, contextNow) => (page === 'rag' ? { tools: {}, writing: [] } : workspaceTools(contextNow)),
    search: (ctx, query) =>
      searchDocuments(ctx, { query: query.slice(0, LOOKED_UP_LENGTH), limit: PASSAGES }),
  }
}
