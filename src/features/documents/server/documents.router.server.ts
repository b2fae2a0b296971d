import { perMinute, procedure, router } from '#/core/trpc/trpc.server.ts'
import { deleteDocument } from './delete-document.server.ts'
import { documentsAccess } from '../documents.access.ts'
import {
  documentIdInput,
  listDocumentsInput,
  readDocumentInput,
  searchDocumentsInput,
  uploadDocumentInput,
} from '../documents.schema.ts'
import { listDocuments } from './list-documents.server.ts'
import { getDocument, readDocument } from './read-document.server.ts'
import { reindexDocument } from './reindex-document.server.ts'
import { searchDocuments } from './search-documents.server.ts'
import { documentUpload, uploadDocument } from './upload-document.server.ts'

export const documentsRouter = router({
  list: procedure(documentsAccess.list)
    .input(listDocumentsInput)
    .query(({ ctx, input }) => listDocuments(ctx, input)),
  get: procedure(documentsAccess.get)
    .input(documentIdInput)
    .query(({ ctx, input }) => getDocument(ctx, input)),
  read: procedure(documentsAccess.read)
    .input(readDocumentInput)
    .query(({ ctx, input }) => readDocument(ctx, input)),
  search: procedure(documentsAccess.search)
    .input(searchDocumentsInput)
    .query(({ ctx, input }) => searchDocuments(ctx, input)),
  upload: procedure(documentsAccess.upload, perMinute(60), documentUpload)
    .input(uploadDocumentInput)
    .mutation(({ ctx, input }) => uploadDocument(ctx, input)),
  reindex: procedure(documentsAccess.reindex, perMinute(20))
    .input(documentIdInput)
    .mutation(({ ctx, input }) => reindexDocument(ctx, input)),
  delete: procedure(documentsAccess.delete, perMinute(120))
    .input(documentIdInput)
    .mutation(({ ctx, input }) => deleteDocument(ctx, input)),
})
