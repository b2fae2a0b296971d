import { z } from 'zod'
import { pageInput } from '#/core/trpc/page-input.ts'

export const AUDIT_SEARCH_MAX_LENGTH = 100

const id = z.string().min(1).max(64)

/** The filter of the log; dates are inclusive. */
export const auditFilter = z.strictObject({
  actorId: id.optional(),
  targetId: id.optional(),
  /** An action such as `user.ban`, or a noun for all its actions: `user`. */
  action: z
    .string()
    .max(64)
    .regex(/^[a-zA-Z]+(\.[a-zA-Z]+)?$/, 'errors:invalid')
    .optional(),
  /** Part of the name or email of the actor or target. */
  search: z.string().trim().max(AUDIT_SEARCH_MAX_LENGTH, 'errors:tooLong').optional(),
  from: z.date().optional(),
  to: z.date().optional(),
})
const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
/** The filter as a URL query. */
export const auditFilterQuery = auditFilter.extend({ from: moment.optional(), to: moment.optional() })
export const listAuditInput = auditFilter.extend(pageInput).prefault({})
export const auditPageInput = z.strictObject(pageInput).prefault({})

/** Every action in the log, by noun. */
export const auditActions = {
  user: [
    'user.signUp',
    'user.verifyEmail',
    'user.create',
    'user.ban',
    'user.unban',
    'user.delete',
    'user.setRole',
    'user.promote',
    'user.revokeSessions',
    'user.impersonate',
    'user.stopImpersonating',
    'user.exportList',
    'user.changeName',
    'user.changeImage',
    'user.removeImage',
    'user.changePassword',
    'user.resetPassword',
    'user.askNewEmail',
    'user.changeEmail',
    'user.enableTwoFactor',
    'user.disableTwoFactor',
    'user.passSecondFactor',
    'user.renewBackupCodes',
    'user.turnOnMail',
    'user.turnOffMail',
    'user.export',
    'user.fetchExport',
    'user.requestEnd',
    'user.keep',
    'user.keepUnasked',
  ],
  session: [
    'session.create',
    'session.prove',
    'session.switch',
    'session.end',
    'session.endOthers',
    'session.endAll',
  ],
  passkey: ['passkey.add', 'passkey.rename', 'passkey.remove'],
  account: ['account.link', 'account.unlink'],
  organization: [
    'organization.create',
    'organization.update',
    'organization.changeLogo',
    'organization.transfer',
    'organization.delete',
  ],
  member: ['member.changeRole', 'member.remove', 'member.leave'],
  invitation: [
    'invitation.create',
    'invitation.resend',
    'invitation.accept',
    'invitation.decline',
    'invitation.cancel',
  ],
  post: ['post.create', 'post.update', 'post.delete', 'post.restore'],
  document: ['document.upload', 'document.reindex', 'document.delete'],
  chat: ['chat.delete', 'chat.restore', 'chat.approve', 'chat.refuse'],
  audit: ['audit.export'],
} as const

export type ListAuditInput = z.output<typeof listAuditInput>
export type AuditPageInput = z.output<typeof auditPageInput>
