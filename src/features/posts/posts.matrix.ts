import { rowAsks } from '../../../tests/matrix/row-asks.ts'
import { expectedAnswers } from '../../../tests/matrix/table.ts'
import { createPost, pngForm } from './posts.fixtures.ts'

const answers = `
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
  `

export const rows = expectedAnswers(answers, {
  ...rowAsks(answers, { add: createPost, fields: () => ({ title: 'A title', content: 'Some content' }) }),
  'posts.uploadImage': async () => ({ input: await pngForm() }),
  'GET /api/files/posts/$imageId (unknown)': () => ({ path: '/api/files/posts/unknown' }),
})
