import type { Caller, World } from '../../../tests/matrix/actors.ts'
import { expectedAnswers } from '../../../tests/matrix/table.ts'
import { createDocument } from './documents.fixtures.ts'

/** A text file as a form sends it. */
function upload(): FormData {
  const form = new FormData()
  form.set('file', new File(['The harbour was built in 1902.'], 'port.txt', { type: 'text/plain' }))
  return form
}

const ofAcme = async ({ db, another }: World) => ({ id: (await createDocument(db, another)).id })
const own = async ({ db, another }: World, { actor }: Caller) => ({
  id: (await createDocument(db, actor ?? another)).id,
})
export const rows = expectedAnswers(
  `
  #                                        stranger  unverified personal member admin owner foreign appAdmin impersonating banned
  documents.list                           401       200        200      200    200   200   200     200      200           401
  documents.search                         401       200        200      200    200   200   200     200      200           401
  documents.upload                         401       200        200      200    200   200   200     200      200           401
  documents.get (of Acme)                  401       404        404      200    200   200   404     404      200           401
  documents.get (unknown)                  401       404        404      404    404   404   404     404      404           401
  documents.read (of Acme)                 401       404        404      200    200   200   404     404      200           401
  documents.reindex (own)                  401       200        200      200    200   200   200     200      200           401
  documents.reindex (another's in Acme)    401       404        404      403    200   200   404     404      403           401
  documents.delete (own)                   401       200        200      200    200   200   200     200      200           401
  documents.delete (another's in Acme)     401       404        404      403    200   200   404     404      403           401
  GET /dashboard/chat/rag                  >/login   200        200      200    200   200   200     200      200           >/login
  GET /api/files/$fileId (of a document)   404       404        404      404    404   404   404     404      404           404
  `,
  {
    'documents.search': () => ({ input: { query: 'When was the harbour built?' } }),
    'documents.upload': () => ({ input: upload() }),
    'documents.get (of Acme)': async (world) => ({ input: await ofAcme(world) }),
    'documents.get (unknown)': () => ({ input: { id: 'unknown' } }),
    'documents.read (of Acme)': async (world) => ({ input: { ...(await ofAcme(world)), page: 1 } }),
    'documents.reindex (own)': async (world, caller) => ({ input: await own(world, caller) }),
    "documents.reindex (another's in Acme)": async (world) => ({ input: await ofAcme(world) }),
    'documents.delete (own)': async (world, caller) => ({ input: await own(world, caller) }),
    "documents.delete (another's in Acme)": async (world) => ({ input: await ofAcme(world) }),
    'GET /api/files/$fileId (of a document)': async (world) => ({
      path: `/api/files/${(await createDocument(world.db, world.another)).fileId}`,
    }),
  },
)
