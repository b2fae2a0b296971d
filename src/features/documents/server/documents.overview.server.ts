import type { FeatureOverview } from '@plinth/core/feature/server'
import { documents } from './documents.table.server.ts'

export const documentsOverview: FeatureOverview = {
  activity: ['document.upload'],
  targets: { document: { table: documents, title: documents.name } },
}
