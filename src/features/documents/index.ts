export { DocumentsChat } from './ui/documents-chat.tsx'
