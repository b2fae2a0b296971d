import { defineAccess } from '@plinth/core/access'

export const documentsAccess = defineAccess('documents', {
  list: ['member'],
  get: ['member'],
  read: ['member'],
  search: ['member'],
  upload: ['member'],
  reindex: ['creator', 'workspace-admin'],
  delete: ['creator', 'workspace-admin'],
})
