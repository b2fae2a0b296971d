import type { Caller, World } from '../../../tests/matrix/actors.ts'
import { expectedAnswers } from '../../../tests/matrix/table.ts'
import { createPost, pngForm } from './posts.fixtures.ts'

const text = { title: 'A title', content: 'Some content' }
const byAnother = async ({ db, another }: World, state = {}) => ({
  id: (await createPost(db, another, state)).id,
})
/** A post by the caller in their active workspace; for callers without a user, by another owner of Acme. */
const own = async ({ db, another }: World, { actor }: Caller, state = {}) => ({
  id: (await createPost(db, actor ?? another, state)).id,
})
const deleted = () => ({ deletedAt: new Date() })

export const rows = expectedAnswers(
  `
  #                                   stranger  unverified personal member admin owner foreign appAdmin impersonating banned
  posts.list                          401       200        200      200    200   200   200     200      200           401
  posts.recent                        401       200        200      200    200   200   200     200      200           401
  posts.get (of Acme)                 401       404        404      200    200   200   404     404      200           401
  posts.get (unknown)                 401       404        404      404    404   404   404     404      404           401
  posts.show (of Acme)                401       404        404      200    200   200   404     404      200           401
  posts.show (unknown)                401       404        404      404    404   404   404     404      404           401
  posts.editor (of Acme)              401       404        404      200    200   200   404     404      200           401
  posts.changes                       401       200        200      200    200   200   200     200      200           401
  posts.create                        401       200        200      200    200   200   200     200      200           401
  posts.uploadImage                   401       200        200      200    200   200   200     200      200           401
  posts.update (own)                  401       200        200      200    200   200   200     200      200           401
  posts.update (another's in Acme)    401       404        404      403    200   200   404     404      403           401
  posts.delete (own)                  401       200        200      200    200   200   200     200      200           401
  posts.delete (another's in Acme)    401       404        404      403    200   200   404     404      403           401
  posts.restore (own)                 401       200        200      200    200   200   200     200      200           401
  posts.restore (another's in Acme)   401       404        404      403    200   200   404     404      403           401

  GET /api/files/posts/$imageId (unknown)   401   404     404      404    404   404   404     404      404           401

  GET /dashboard/posts                >/login   200        200      200    200   200   200     200      200           >/login
  GET /dashboard/posts/new            >/login   200        200      200    200   200   200     200      200           >/login
  GET /dashboard/posts/$postId        >/login   404        404      200    200   200   404     404      200           >/login
  `,
  {
    'posts.get (of Acme)': async (world) => ({ input: await byAnother(world) }),
    'posts.get (unknown)': () => ({ input: { id: 'unknown' } }),
    'posts.show (of Acme)': async (world) => ({ input: await byAnother(world) }),
    'posts.show (unknown)': () => ({ input: { id: 'unknown' } }),
    'posts.editor (of Acme)': async (world) => ({ input: await byAnother(world) }),
    'posts.create': () => ({ input: text }),
    'posts.uploadImage': async () => ({ input: await pngForm() }),
    'posts.update (own)': async (world, caller) => ({ input: { ...(await own(world, caller)), ...text } }),
    "posts.update (another's in Acme)": async (world) => ({
      input: { ...(await byAnother(world)), ...text },
    }),
    'posts.delete (own)': async (world, caller) => ({ input: await own(world, caller) }),
    "posts.delete (another's in Acme)": async (world) => ({ input: await byAnother(world) }),
    'posts.restore (own)': async (world, caller) => ({ input: await own(world, caller, deleted()) }),
    "posts.restore (another's in Acme)": async (world) => ({ input: await byAnother(world, deleted()) }),
    'GET /api/files/posts/$imageId (unknown)': () => ({ path: '/api/files/posts/unknown' }),
    'GET /dashboard/posts/$postId': async (world) => ({
      path: `/dashboard/posts/${(await byAnother(world)).id}`,
    }),
  },
)
