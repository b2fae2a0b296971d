import { and, eq, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { SignedInActor } from '@plinth/core/access'
import { AppError } from '@plinth/core/verb/server'
import { type Db, type Transaction, inWorkspace, user } from '@plinth/core/database/server'
import { postFields, type PostFields } from '../posts.schema.ts'
import { posts } from './posts.table.server.ts'

const createdBy = { id: user.id, name: user.name, image: user.image }

/** The columns of a post in lists. */
export const listedPost = {
  id: posts.id,
  title: posts.title,
  excerpt: posts.excerpt,
  createdBy,
  createdAt: posts.createdAt,
  updatedAt: posts.updatedAt,
}

/** The columns of the schema's fields. A field without a column is a type error. */
export const postFieldColumns = Object.fromEntries(
  Object.keys(postFields.shape).map((field) => [field, posts[field as keyof PostFields]]),
) as Pick<typeof posts, keyof PostFields>

/** Only posts that are not deleted, by default. */
type WantedPost = { id: string; state?: 'live' | 'deleted' | 'any' }

function matching(actor: SignedInActor, { id, state = 'live' }: WantedPost): SQL | undefined {
  const deletion = { live: isNull(posts.deletedAt), deleted: isNotNull(posts.deletedAt), any: undefined }
  return and(eq(posts.id, id), inWorkspace(posts, actor), deletion[state])
}

/**
 * One post of the actor's workspace. Throws the same not_found for an unknown post, a foreign one and one in
 * another state.
 */
export async function readPost(db: Db, actor: SignedInActor, wanted: WantedPost) {
  const [post] = await db
    .select({ ...listedPost, ...postFieldColumns, contentTree: posts.contentTree })
    .from(posts)
    .leftJoin(user, eq(user.id, posts.createdById))
    .where(matching(actor, wanted))
  if (!post) throw new AppError('not_found', 'errors:notFound')
  return post
}

export type Post = Awaited<ReturnType<typeof readPost>>

/** Locks one post of the actor's workspace until the transaction ends. Throws not_found like readPost. */
export async function lockPost(tx: Transaction, actor: SignedInActor, wanted: WantedPost) {
  const [post] = await tx
    .select({ id: posts.id, createdById: posts.createdById, updatedAt: posts.updatedAt })
    .from(posts)
    .where(matching(actor, wanted))
    .for('update')
  if (!post) throw new AppError('not_found', 'errors:notFound')
  return post
}
