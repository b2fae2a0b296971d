import { defineServerFeature } from '@plinth/core/feature/server'
import { ownFiles } from '@plinth/core/files/server'
import { providePassages } from '#/features/chat/feature.server.ts'
import { documentFiles, sweepDocumentsJob } from './server/document-files.server.ts'
import { indexDocumentJob, indexSlowDocumentJob } from './server/index-document.server.ts'
import { embedDocumentJob } from './server/vectors/embed-document.server.ts'

providePassages(async (ctx, asked) => {
  const { searchDocuments } = await import('./server/search-documents.server.ts')
  return searchDocuments(ctx, asked)
})

ownFiles(documentFiles)

export const documentsFeature = defineServerFeature({
  name: 'documents',
  needs: ['chat'],
  routers: async () => ({
    documents: (await import('./server/documents.router.server.ts')).documentsRouter,
  }),
  scopes: ['documents:read', 'documents:write'],
  planLimits: ['documents'],
  jobs: ({ storage, models: { embedding } }) => [
    indexDocumentJob({ storage, embedding }),
    indexSlowDocumentJob({ storage, embedding }),
    embedDocumentJob({ embedding }),
    sweepDocumentsJob,
  ],
  publicEvents: {
    'document.upload': 'documents.uploaded',
    'document.delete': 'documents.deleted',
  },
  async accountExport(db, userId) {
    const { exportDocuments } = await import('./server/export-documents.server.ts')
    const documents = await exportDocuments(db, userId)
    return [
      { path: 'documents.json', rows: documents.map(({ fileId: _, ...document }) => document) },
      ...documents.map(({ name, fileId, sizeBytes }) => ({
        path: `documents/${name.replaceAll('/', '_')}`,
        fileId,
        sizeBytes,
      })),
    ]
  },
  overview: async () => (await import('./server/documents.overview.server.ts')).documentsOverview,
  demo: async () => (await import('./server/documents.demo.server.ts')).documentsDemo,
})
