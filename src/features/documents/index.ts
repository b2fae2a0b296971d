export { DocumentsPanel } from './ui/documents-panel.tsx'
export { usePassage } from './ui/use-passage.tsx'
export { useUploads } from './ui/use-uploads.ts'
