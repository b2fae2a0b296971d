import type { FeatureSources } from '#/core/feature.ts'
import { DocumentsPanel } from './ui/documents-panel.tsx'
import { usePassage } from './ui/use-passage.tsx'
import { useUploads } from './ui/use-uploads.ts'

export const sources: FeatureSources = {
  namespace: 'documents',
  title: 'documents:list.title',
  useSources() {
    const { open, dialog } = usePassage()
    const queue = useUploads()
    return { panel: <DocumentsPanel queue={queue} onOpen={open} />, dialog, open }
  },
}
