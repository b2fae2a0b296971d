import type { AuthEndpoint } from '#/core/auth/auth-endpoint.server.ts'
import { onAccept, onCancel, onInvite, onReject } from './invitation-guards.server.ts'
import { onLeave, onRemoveMember, onUpdateRole } from './member-guards.server.ts'
import { membershipAccess } from './membership.access.ts'
import { onCheckSlug, onCreate, onDelete, onUpdate } from './organization-guards.server.ts'
import {
  onGetActiveMember,
  onGetFull,
  onGetInvitation,
  onGetMemberRole,
  onListInvitations,
  onListMembers,
  onListOwnInvitations,
  onSetActive,
} from './reading-guards.server.ts'

const post = (name: string, row: Pick<AuthEndpoint, 'rule'> & Partial<AuthEndpoint>): AuthEndpoint => ({
  method: 'POST',
  path: `/organization/${name}`,
  ...row,
})
const get = (name: string, row: Pick<AuthEndpoint, 'rule'> & Partial<AuthEndpoint>): AuthEndpoint => ({
  method: 'GET',
  path: `/organization/${name}`,
  ...row,
})

/**
 * What of Better Auth's organization plugin answers. Teams, roles of one's own and members added without
 * being asked stay closed.
 */
export const membershipEndpoints: readonly AuthEndpoint[] = [
  post('create', { rule: membershipAccess.create, ...onCreate }),
  post('check-slug', {
    rule: membershipAccess.checkSlug,
    ...onCheckSlug,
    perAddress: { max: 1000, windowSeconds: 900 },
  }),
  post('update', { rule: membershipAccess.update, ...onUpdate }),
  post('delete', { rule: membershipAccess.delete, ...onDelete }),
  get('list', { rule: membershipAccess.list }),
  get('get-full-organization', { rule: membershipAccess.read, ...onGetFull }),
  post('set-active', { rule: membershipAccess.setActive, ...onSetActive }),
  post('invite-member', { rule: membershipAccess.invite, ...onInvite }),
  post('cancel-invitation', { rule: membershipAccess.cancelInvitation, ...onCancel }),
  get('list-invitations', { rule: membershipAccess.listInvitations, ...onListInvitations }),
  get('list-user-invitations', { rule: membershipAccess.listOwnInvitations, ...onListOwnInvitations }),
  get('get-invitation', { rule: membershipAccess.readInvitation, ...onGetInvitation }),
  post('accept-invitation', { rule: membershipAccess.answerInvitation, ...onAccept }),
  post('reject-invitation', { rule: membershipAccess.answerInvitation, ...onReject }),
  post('remove-member', { rule: membershipAccess.removeMember, ...onRemoveMember }),
  post('update-member-role', { rule: membershipAccess.updateMemberRole, ...onUpdateRole }),
  post('leave', { rule: membershipAccess.leave, ...onLeave }),
  get('list-members', { rule: membershipAccess.read, ...onListMembers }),
  get('get-active-member', { rule: membershipAccess.read, ...onGetActiveMember }),
  get('get-active-member-role', { rule: membershipAccess.read, ...onGetMemberRole }),
]
