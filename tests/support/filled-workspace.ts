import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { SignedInActor } from '#/core/access/actor.ts'
import { workspaceOf } from '#/core/access/workspace.server.ts'
import type { Db } from '#/core/db/database.server.ts'
import { ANSWER_MAX_LENGTH, MESSAGES_PER_THREAD } from '#/features/chat/chat-limits.ts'
import { DOCUMENT_MAX_CHARACTERS } from '#/features/documents/server/parser/document-text.ts'
import {
  MEMBERS_PER_ORGANIZATION,
  PENDING_INVITATIONS_PER_ORGANIZATION,
} from '#/features/organizations/organizations.schema.ts'
import { CONTENT_MAX_LENGTH } from '#/features/posts/posts.schema.ts'
import { LIST_MAX_LENGTH, TEXT_MAX_LENGTH } from '#/features/todos/todos.schema.ts'
import { createThread } from './chat-rows.ts'
import { actorOf, createDocument, createOrganization, createPost, createUser } from './factories.ts'

/** A word of 60 letters that occurs nowhere else. */
export const strangeWord = (at: number) =>
  createHash('sha512')
    .update(String(at))
    .digest('hex')
    .slice(0, 60)
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')

export type FilledWorkspace = {
  owner: SignedInActor
  /** An id of each kind of row, by the router that takes it. */
  ids: Readonly<Record<string, string>>
  /** Other members of the organization. */
  userIds: readonly string[]
}

const LISTED = 1_000
const POSTS = 100
const PASSAGES = 1_000

/**
 * An organization with as much of everything as its limits allow, and the rest in the hundreds: written in
 * SQL, because the limits of the verbs would take an hour.
 */
export async function fillWorkspace(db: Db): Promise<FilledWorkspace> {
  const user = await createUser(db, { role: 'admin' })
  const members = await Promise.all(
    Array.from({ length: MEMBERS_PER_ORGANIZATION - 1 }, () => createUser(db)),
  )
  const organization = await createOrganization(db, { owner: user, member: members })
  const owner = actorOf(user, organization)
  const one = await createPost(db, owner, { content: 'word '.repeat(CONTENT_MAX_LENGTH / 5).trim() })
  const columns = sql`organization_id, created_by_id, title, content, excerpt`
  await db.execute(
    sql`insert into post (id, ${columns}) select ${one.id} || at, ${columns} from post, generate_series(1, ${POSTS}) at where id = ${one.id}`,
  )
  const todoId = `todo-${one.id}`
  await db.execute(sql`
    insert into todo (id, organization_id, created_by_id, text, version)
    select ${todoId} || case at when 1 then '' else at::text end, ${organization.id}, ${user.id}, repeat('x', ${TEXT_MAX_LENGTH}), nextval('todo_version')
    from generate_series(1, ${LIST_MAX_LENGTH}) at`)
  await db.execute(sql`
    insert into invitation (id, organization_id, email, role, status, expires_at, inviter_id)
    select ${organization.id} || at, ${organization.id}, at || ${user.email}, 'member', 'pending', now() + interval '1 day', ${user.id}
    from generate_series(1, ${PENDING_INVITATIONS_PER_ORGANIZATION}) at`)
  await db.execute(sql`
    insert into audit_log (id, action, actor_id, target_type, target_id, organization_id)
    select ${user.id} || at, 'post.create', ${user.id}, 'post', ${one.id}, ${organization.id} from generate_series(1, ${LISTED}) at`)
  const threadId = await fillThread(db, owner)
  return {
    owner,
    ids: {
      posts: one.id,
      todos: todoId,
      chats: threadId,
      organizations: organization.id,
      documents: await fillLibrary(db, owner),
    },
    userIds: members.map(({ id }) => id),
  }
}

/** Whether the user is still a member of the organization, in the same role, and the rows are there. */
export async function isWhole(db: Db, { owner, ids }: FilledWorkspace): Promise<boolean> {
  const { rows } = await db.execute<{ found: number }>(sql`
    select (select count(*) from member where user_id = ${owner.userId} and role = 'owner')
      + (select count(*) from "user" where id = ${owner.userId} and role = 'admin' and banned is not true)
      + (select count(*) from post where id = ${ids.posts ?? ''})
      + (select count(*) from todo where id = ${ids.todos ?? ''} and deleted_at is null)
      + (select count(*) from chat_thread where id = ${ids.chats ?? ''} and deleted_at is null)
      + (select count(*) from document where id = ${ids.documents ?? ''}) as found`)
  return Number(rows[0]?.found) === 6
}

/** One thread with all the messages it may have, each of the largest size, and many others. */
async function fillThread(db: Db, owner: SignedInActor): Promise<string> {
  const { id } = await createThread(db, owner, { headId: `m${MESSAGES_PER_THREAD - 1}` })
  await db.execute(sql`
    insert into chat_message (thread_id, id, parent_id, role, parts, text)
    select ${id}, 'm' || at, case at when 1 then 'question' else 'm' || (at - 1) end, 'assistant',
      jsonb_build_array(jsonb_build_object('type', 'text', 'text', repeat('word ', ${ANSWER_MAX_LENGTH / 5}))), 'word'
    from generate_series(1, ${MESSAGES_PER_THREAD - 1}) at`)
  await db.execute(sql`
    insert into chat_thread (id, organization_id, created_by_id, page, title)
    select ${id} || at, organization_id, created_by_id, page, repeat('x', 120) from chat_thread, generate_series(1, ${LISTED}) at where id = ${id}`)
  return id
}

/** As many passages as are searched for typing errors, of words that are all different, and a huge page. */
async function fillLibrary(db: Db, owner: SignedInActor): Promise<string> {
  const { id } = await createDocument(db, owner)
  const texts = Array.from({ length: PASSAGES }, (_, at) =>
    Array.from({ length: 19 }, (_word, word) => strangeWord(at * 19 + word)).join(' '),
  )
  const { organizationId } = workspaceOf(owner)
  await db.execute(sql`
    insert into document_chunk (document_id, position, organization_id, page, start, "end", heading, text, language, words, word_count)
    select ${id}, at, ${organizationId}, 1, 0, 1200, '', text, 'other', to_tsvector('simple', text), 19
    from unnest(${sql.param(texts)}::text[]) with ordinality as passage (text, at)`)
  await db.execute(
    sql`update document_page set text = repeat('word ', ${DOCUMENT_MAX_CHARACTERS / 5}) where document_id = ${id}`,
  )
  await db.execute(
    sql`update document set chunks = ${PASSAGES}, words = ${PASSAGES * 19}, language = 'other' where id = ${id}`,
  )
  return id
}
