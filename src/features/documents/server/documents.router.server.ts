import { oneFile } from '@plinth/core/client'
import { idOutput, perMinute, procedure, router } from '@plinth/core/verb/server'
import { deleteDocument } from './delete-document.server.ts'
import { document, documentPage, documentText, foundPassages } from './document-outputs.server.ts'
import { documentsAccess } from '../documents.access.ts'
import {
  documentIdInput,
  listDocumentsInput,
  readDocumentInput,
  searchDocumentsInput,
} from '../documents.schema.ts'
import { listDocuments } from './list-documents.server.ts'
import { getDocument, readDocument } from './read-document.server.ts'
import { reindexDocument } from './reindex-document.server.ts'
import { searchDocuments } from './search-documents.server.ts'
import { documentRule, uploadDocument } from './upload-document.server.ts'

export const documentsRouter = router({
  list: procedure(documentsAccess.list)
    .meta({ api: { rest: 'GET /documents', summary: 'List documents, newest first' } })
    .input(listDocumentsInput)
    .output(documentPage)
    .query(({ ctx, input }) => listDocuments(ctx, input)),
  get: procedure(documentsAccess.get)
    .meta({ api: { rest: 'GET /documents/{id}', summary: 'Read the state of a document' } })
    .input(documentIdInput)
    .output(document)
    .query(({ ctx, input }) => getDocument(ctx, input)),
  read: procedure(documentsAccess.read)
    .meta({
      api: {
        rest: 'GET /documents/{id}/pages/{page}',
        summary: 'Read the text of a page of a document',
        description: 'Up to 20,000 characters around an offset. Formats without pages have one.',
      },
    })
    .input(readDocumentInput)
    .output(documentText)
    .query(({ ctx, input }) => readDocument(ctx, input)),
  search: procedure(documentsAccess.search)
    .meta({
      api: {
        rest: 'GET /documents/search',
        summary: 'Search documents for passages that answer a question',
        description: 'Each passage names its document, page and place there, to cite it.',
      },
    })
    .input(searchDocumentsInput)
    .output(foundPassages)
    .query(({ ctx, input }) => searchDocuments(ctx, input)),
  upload: procedure(documentsAccess.upload, perMinute(60), documentRule)
    .input(oneFile)
    .mutation(({ ctx, input }) => uploadDocument(ctx, input)),
  reindex: procedure(documentsAccess.reindex, perMinute(20))
    .meta({ api: { rest: 'POST /documents/{id}/reindex', summary: 'Index a document again' } })
    .input(documentIdInput)
    .output(idOutput)
    .mutation(({ ctx, input }) => reindexDocument(ctx, input)),
  delete: procedure(documentsAccess.delete, perMinute(120))
    .meta({ api: { rest: 'DELETE /documents/{id}', summary: 'Delete a document for good' } })
    .input(documentIdInput)
    .output(idOutput)
    .mutation(({ ctx, input }) => deleteDocument(ctx, input)),
})
