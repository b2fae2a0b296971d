import { and, asc, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { type SignedInActor, authorize } from '@plinth/core/access'
import { AppError } from '@plinth/core/verb/server'
import { type Db, type Transaction, inWorkspace, user } from '@plinth/core/database/server'
import type { ChatPage } from '#/features/chat/chat-pages.ts'
import { chatsAccess } from '#/features/chat/chat.access.ts'
import { chatMessages, chatThreads } from '../chat.table.server.ts'

/** The columns of a thread in lists. */
export const listedThread = {
  id: chatThreads.id,
  title: chatThreads.title,
  page: chatThreads.page,
  createdBy: { id: user.id, name: user.name, image: user.image },
  createdAt: chatThreads.createdAt,
  updatedAt: chatThreads.updatedAt,
}

/** By default a live thread of any page. */
type WantedThread = { id: string; page?: ChatPage; state?: 'live' | 'deleted' }

function matching(actor: SignedInActor, { id, page, state = 'live' }: WantedThread): SQL | undefined {
  const deletion = { live: isNull(chatThreads.deletedAt), deleted: isNotNull(chatThreads.deletedAt) }
  return and(
    eq(chatThreads.id, id),
    inWorkspace(chatThreads, actor),
    deletion[state],
    page && eq(chatThreads.page, page),
  )
}

/**
 * Returns a thread of the actor's workspace. Throws the same not_found for an unknown thread, one of another
 * workspace, and one of another page or state.
 */
export async function readThread(db: Db, actor: SignedInActor, wanted: WantedThread) {
  const [thread] = await db
    .select({ ...listedThread, headId: chatThreads.headId })
    .from(chatThreads)
    .leftJoin(user, eq(user.id, chatThreads.createdById))
    .where(matching(actor, wanted))
  if (!thread) throw new AppError('not_found', 'errors:notFound')
  return thread
}

/**
 * Locks a thread of the actor's workspace until the transaction ends, for a change to it. Throws not_found
 * like readThread, and forbidden unless the actor is its creator or an admin of the workspace.
 */
export async function lockThread(tx: Transaction, actor: SignedInActor, wanted: WantedThread) {
  const [thread] = await tx.select().from(chatThreads).where(matching(actor, wanted)).for('update')
  if (!thread) throw new AppError('not_found', 'errors:notFound')
  authorize(actor, chatsAccess.update, thread)
  return thread
}

const outlineColumns = {
  id: chatMessages.id,
  parentId: chatMessages.parentId,
  role: chatMessages.role,
  createdAt: chatMessages.createdAt,
}
const messageColumns = { ...outlineColumns, parts: chatMessages.parts, trees: chatMessages.trees }

export type StoredMessage = Pick<typeof chatMessages.$inferSelect, keyof typeof messageColumns>
export type OutlinedMessage = Omit<StoredMessage, 'parts' | 'trees'>

const oldestFirst = [asc(chatMessages.createdAt), asc(chatMessages.id)]

/** Returns the messages of all branches of a thread, or those with the given ids, oldest first. */
export function readMessages(db: Db, threadId: string, ids?: readonly string[]): Promise<StoredMessage[]> {
  return db
    .select(messageColumns)
    .from(chatMessages)
    .where(and(eq(chatMessages.threadId, threadId), ids && inArray(chatMessages.id, [...ids])))
    .orderBy(...oldestFirst)
}

/** Like `readMessages`, without the parts, which may be many megabytes. */
export function outlineMessages(db: Db, threadId: string): Promise<OutlinedMessage[]> {
  return db
    .select(outlineColumns)
    .from(chatMessages)
    .where(eq(chatMessages.threadId, threadId))
    .orderBy(...oldestFirst)
}

/**
 * Returns the newest messages of a branch, oldest first: as many as fit into `maxBytes` of JSON with their
 * trees, but at least one. The others are not read.
 */
export async function readNewest(
  db: Db,
  threadId: string,
  { branch, maxBytes }: { branch: readonly { id: string }[]; maxBytes: number },
): Promise<StoredMessage[]> {
  const ids = branch.map(({ id }) => id)
  const { parts, trees } = chatMessages
  const size = sql<number>`octet_length(${parts}::text) + coalesce(octet_length(${trees}::text), 0)`
  const sizes = await db
    .select({ id: chatMessages.id, bytes: size })
    .from(chatMessages)
    .where(and(eq(chatMessages.threadId, threadId), inArray(chatMessages.id, ids)))
  const bytesOf = new Map(sizes.map(({ id, bytes }) => [id, bytes]))
  let total = 0
  const older = ids.findLastIndex((id) => (total += bytesOf.get(id) ?? 0) > maxBytes)
  const newest = ids.slice(Math.min(older + 1, ids.length - 1))
  const found = new Map((await readMessages(db, threadId, newest)).map((message) => [message.id, message]))
  return newest.flatMap((id) => found.get(id) ?? [])
}

/** Returns the messages from the first one to `leafId`. */
export function branchOf<Message extends { id: string; parentId: string | null }>(
  messages: readonly Message[],
  leafId: string | null,
): Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const branch: Message[] = []
  for (
    let at = byId.get(leafId ?? '');
    at && branch.length < messages.length;
    at = byId.get(at.parentId ?? '')
  )
    branch.push(at)
  return branch.toReversed()
}
