import { defineAccess } from '@plinth/core/access'

export const postsAccess = defineAccess('posts', {
  list: ['member'],
  get: ['member'],
  changes: ['member'],
  create: ['member'],
  uploadImage: ['member'],
  image: ['member'],
  update: ['creator', 'workspace-admin'],
  delete: ['creator', 'workspace-admin'],
  restore: ['creator', 'workspace-admin'],
})
