import { sql } from 'drizzle-orm'
import type { SignedInActor } from '#/core/access/actor.ts'
import type { Db } from '#/core/db/database.server.ts'
import type { FeatureFixtures } from '../../../tests/support/feature-fixtures.ts'
import { ANSWER_MAX_LENGTH, MESSAGES_PER_THREAD } from './chat-limits.ts'
import { createThread, createWaitingGeneration } from './tests/chat-rows.ts'

const FILLED_THREADS = 1_000

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
    select ${id} || at, organization_id, created_by_id, page, repeat('x', 120) from chat_thread, generate_series(1, ${FILLED_THREADS}) at where id = ${id}`)
  return id
}

export const fixtures: FeatureFixtures = {
  rows: async (db, actor) => Object.values(await createWaitingGeneration(db, actor)),
  async fill(db, owner) {
    const id = await fillThread(db, owner)
    return {
      ids: { chats: id },
      isThere: sql`exists (select from chat_thread where id = ${id} and deleted_at is null)`,
    }
  },
}
