import { defineAccess } from '@plinth/core/access'

export const chatsAccess = defineAccess('chats', {
  list: ['member'],
  get: ['member'],
  export: ['member'],
  usage: ['member'],
  models: ['member'],
  send: ['member'],
  // Everything that changes a thread: messages in it, stopping, approvals, its title and branch.
  update: ['creator', 'workspace-admin'],
  delete: ['creator', 'workspace-admin'],
  restore: ['creator', 'workspace-admin'],
})
