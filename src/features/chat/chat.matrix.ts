import { createId } from '@plinth/core/schema'
import { createThread, createWaitingGeneration } from './tests/chat-rows.ts'
import type { Caller, World } from '../../../tests/matrix/actors.ts'
import { expectedAnswers } from '../../../tests/matrix/table.ts'

const ofAcme = async ({ db, another }: World, page?: 'general' | 'rag') => ({
  id: (await createThread(db, another, { page })).id,
})
/** A thread by the caller in their active workspace; for callers without a user, by another owner of Acme. */
const own = async ({ db, another }: World, { actor }: Caller, state = {}) => ({
  id: (await createThread(db, actor ?? another, state)).id,
})
const deleted = () => ({ deletedAt: new Date() })

/** A message as the AI SDK's client sends it, in a new thread unless an id is given. */
const uiBody = (id = createId()) => ({
  id,
  trigger: 'submit-message',
  messages: [{ id: createId(), role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
})
const exportOf = ({ id }: { id: string }, format = 'markdown') => ({
  path: `/api/chat/${id}/export?format=${format}`,
})

/** The request body that rejects a pending tool call of the caller, or of another owner of Acme. */
const refusalIn = async ({ db, another }: World, caller?: Caller) => {
  const { threadId, approvalId } = await createWaitingGeneration(db, caller?.actor ?? another)
  const approval = { id: approvalId, approved: false }
  const part = { type: 'tool-addTodo', state: 'approval-responded', approval }
  return { body: { id: threadId, messages: [{ id: createId(), role: 'assistant', parts: [part] }] } }
}

export const rows = expectedAnswers(
  `
  #                                                stranger  unverified personal member admin owner foreign appAdmin impersonating banned
  chats.list                                       401       200        200      200    200   200   200     200      200           401
  chats.usage                                      401       200        200      200    200   200   200     200      200           401
  chats.models                                     401       200        200      200    200   200   200     200      200           401
  chats.get (of Acme)                              401       404        404      200    200   200   404     404      200           401
  chats.get (unknown)                              401       404        404      404    404   404   404     404      404           401
  chats.rename (own)                               401       200        200      200    200   200   200     200      200           401
  chats.rename (another's in Acme)                 401       404        404      403    200   200   404     404      403           401
  chats.chooseBranch (own)                         401       200        200      200    200   200   200     200      200           401
  chats.chooseBranch (another's in Acme)           401       404        404      403    200   200   404     404      403           401
  chats.delete (own)                               401       200        200      200    200   200   200     200      200           401
  chats.delete (another's in Acme)                 401       404        404      403    200   200   404     404      403           401
  chats.restore (own)                              401       200        200      200    200   200   200     200      200           401
  chats.restore (another's in Acme)                401       404        404      403    200   200   404     404      403           401

  POST /api/chat                                   401       200        200      200    200   200   200     200      200           401
  POST /api/chat (into another's in Acme)          401       404        404      403    200   200   404     404      403           401
  POST /api/chat/vercel                            401       200        200      200    200   200   200     200      200           401
  POST /api/chat (own approval)                    401       200        200      200    200   200   200     200      200           401
  POST /api/chat (another's approval)              401       404        404      403    404   404   404     404      403           401
  POST /api/chat/rag                               401       200        200      200    200   200   200     200      200           401
  POST /api/chat/rag (into another's in Acme)      401       404        404      403    200   200   404     404      403           401
  GET /api/chat/$threadId/stream                   401       404        404      204    204   204   404     404      204           401
  GET /api/chat/rag/$threadId/stream               401       404        404      204    204   204   404     404      204           401
  POST /api/chat/$threadId/stop (own)              401       200        200      200    200   200   200     200      200           401
  POST /api/chat/$threadId/stop (another's)        401       404        404      403    200   200   404     404      403           401
  GET /api/chat/$threadId/export (of Acme)         401       404        404      200    200   200   404     404      200           401
  GET /api/chat/$threadId/export (own, as JSON)    401       200        200      200    200   200   200     200      200           401
  GET /api/chat/$threadId/export (deleted, own)    401       404        404      404    404   404   404     404      404           401
  GET /api/chat/$threadId/export (no such format)  401       400        400      400    400   400   400     400      400           401

  GET /dashboard/chat                              >/login   200        200      200    200   200   200     200      200           >/login
  GET /dashboard/chat/vercel                       >/login   200        200      200    200   200   200     200      200           >/login
  `,
  {
    'chats.get (of Acme)': async (world) => ({ input: await ofAcme(world) }),
    'chats.get (unknown)': () => ({ input: { id: 'unknown' } }),
    'chats.rename (own)': async (world, caller) => ({
      input: { ...(await own(world, caller)), title: 'Another title' },
    }),
    "chats.rename (another's in Acme)": async (world) => ({
      input: { ...(await ofAcme(world)), title: 'Another title' },
    }),
    'chats.chooseBranch (own)': async (world, caller) => ({
      input: { ...(await own(world, caller)), messageId: 'question' },
    }),
    "chats.chooseBranch (another's in Acme)": async (world) => ({
      input: { ...(await ofAcme(world)), messageId: 'question' },
    }),
    'chats.delete (own)': async (world, caller) => ({ input: await own(world, caller) }),
    "chats.delete (another's in Acme)": async (world) => ({ input: await ofAcme(world) }),
    'chats.restore (own)': async (world, caller) => ({ input: await own(world, caller, deleted()) }),
    "chats.restore (another's in Acme)": async ({ db, another }) => ({
      input: { id: (await createThread(db, another, deleted())).id },
    }),
    'POST /api/chat': () => ({ body: uiBody() }),
    "POST /api/chat (into another's in Acme)": async (world) => ({
      body: uiBody((await ofAcme(world, 'general')).id),
    }),
    'POST /api/chat (own approval)': (world, caller) => refusalIn(world, caller),
    "POST /api/chat (another's approval)": (world) => refusalIn(world),
    'POST /api/chat/vercel': () => ({ body: uiBody() }),
    'POST /api/chat/rag': () => ({ body: uiBody() }),
    "POST /api/chat/rag (into another's in Acme)": async (world) => ({
      body: uiBody((await ofAcme(world, 'rag')).id),
    }),
    'GET /api/chat/$threadId/stream': async (world) => ({
      path: `/api/chat/${(await ofAcme(world, 'general')).id}/stream`,
    }),
    'GET /api/chat/rag/$threadId/stream': async (world) => ({
      path: `/api/chat/rag/${(await ofAcme(world, 'rag')).id}/stream`,
    }),
    'POST /api/chat/$threadId/stop (own)': async (world, caller) => ({
      path: `/api/chat/${(await own(world, caller)).id}/stop`,
    }),
    'GET /api/chat/$threadId/export (of Acme)': async (world) => exportOf(await ofAcme(world)),
    'GET /api/chat/$threadId/export (own, as JSON)': async (world, caller) =>
      exportOf(await own(world, caller), 'json'),
    'GET /api/chat/$threadId/export (deleted, own)': async (world, caller) =>
      exportOf(await own(world, caller, deleted())),
    'GET /api/chat/$threadId/export (no such format)': async (world, caller) =>
      exportOf(await own(world, caller), 'pdf'),
    "POST /api/chat/$threadId/stop (another's)": async (world) => ({
      path: `/api/chat/${(await ofAcme(world)).id}/stop`,
    }),
  },
)
