export { addDocument } from './server/add-document.server.ts'
export { searchDocuments } from './server/search-documents.server.ts'
export { embedDocumentJob } from './server/vectors/embed-document.server.ts'
