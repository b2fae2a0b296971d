import { defineAccess } from '@plinth/core/access/access.ts'

export const documentsAccess = defineAccess('documents', {
  list: ['member'],
  get: ['member'],
  read: ['member'],
  search: ['member'],
  upload: ['member'],
  reindex: ['creator', 'workspace-admin'],
  delete: ['creator', 'workspace-admin'],
})
