import { defineAccess } from '#/core/access/access.ts'

export const chatsAccess = defineAccess('chats', {
  list: ['member'],
  get: ['member'],
  export: ['member'],
  usage: ['member'],
  models: ['member'],
  ask: ['member'],
  // Everything that changes a thread: asking on in it, stopping, deciding, its title and branch.
  update: ['creator', 'workspace-admin'],
  delete: ['creator', 'workspace-admin'],
  restore: ['creator', 'workspace-admin'],
})
