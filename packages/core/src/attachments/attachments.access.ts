import { defineAccess } from '#/access/access.ts'

export const attachmentsAccess = defineAccess('attachments', {
  upload: ['member'],
  // And what the rule of the row requires that has the file.
  get: ['member'],
})
