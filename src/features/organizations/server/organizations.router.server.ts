import { imageRule } from '@plinth/core/files/server'
import { oneFile } from '@plinth/core/client'
import { idOutput, perMinute, procedure, router } from '@plinth/core/verb/server'
import { organizationsAccess } from '../organizations.access.ts'
import {
  checkSlugInput,
  createOrganizationInput,
  idInput,
  invitationInput,
  inviteMemberInput,
  memberInput,
  pageOfList,
  setActiveInput,
  setMemberRoleInput,
  updateOrganizationInput,
} from '../organizations.schema.ts'
import { checkSlug } from './check-slug.server.ts'
import { createOrganization } from './create-organization.server.ts'
import { deleteOrganization } from './delete-organization.server.ts'
import { acceptInvitation } from './invitations/accept-invitation.server.ts'
import { declineInvitation } from './invitations/decline-invitation.server.ts'
import { getInvitation } from './invitations/get-invitation.server.ts'
import { inviteMember } from './invitations/invite-member.server.ts'
import { listInvitations } from './invitations/list-invitations.server.ts'
import { listReceivedInvitations } from './invitations/list-received-invitations.server.ts'
import { resendInvitation } from './invitations/resend-invitation.server.ts'
import { revokeInvitation } from './invitations/revoke-invitation.server.ts'
import {
  invitationPage,
  memberPage,
  memberRole,
  organizationList,
  removal,
  removedMember,
} from './organization-outputs.server.ts'
import { listOrganizations } from './list-organizations.server.ts'
import { leaveOrganization } from './members/leave-organization.server.ts'
import { listMembers } from './members/list-members.server.ts'
import { readRemoval } from './members/read-removal.server.ts'
import { removeMember } from './members/remove-member.server.ts'
import { setMemberRole } from './members/set-member-role.server.ts'
import { transferOwnership } from './members/transfer-ownership.server.ts'
import { organizationChanges } from './organization-changes.server.ts'
import { setActiveOrganization } from './set-active-organization.server.ts'
import { updateOrganization } from './update-organization.server.ts'
import { uploadLogo } from './upload-logo.server.ts'

const often = perMinute(120)

export const organizationsRouter = router({
  list: procedure(organizationsAccess.list)
    .meta({ api: { rest: 'GET /organizations', summary: 'List the organization that the key is for' } })
    .output(organizationList)
    .query(({ ctx }) => listOrganizations(ctx)),
  create: procedure(organizationsAccess.create, often)
    .input(createOrganizationInput)
    .mutation(({ ctx, input }) => createOrganization(ctx, input)),
  update: procedure(organizationsAccess.byId, often)
    .input(updateOrganizationInput)
    .mutation(({ ctx, input }) => updateOrganization(ctx, input)),
  delete: procedure(organizationsAccess.byId, often)
    .input(idInput)
    .mutation(({ ctx, input }) => deleteOrganization(ctx, input)),
  setActive: procedure(organizationsAccess.setActive, often)
    .input(setActiveInput)
    .mutation(({ ctx, input }) => setActiveOrganization(ctx, input)),
  removal: procedure(organizationsAccess.removal)
    .output(removal)
    .query(({ ctx }) => readRemoval(ctx)),
  checkSlug: procedure(organizationsAccess.checkSlug)
    .input(checkSlugInput)
    .query(({ ctx, input }) => checkSlug(ctx, input)),
  uploadLogo: procedure(organizationsAccess.uploadLogo, perMinute(30), imageRule('icon'))
    .input(oneFile)
    .mutation(({ ctx, input }) => uploadLogo(ctx, input)),

  members: procedure(organizationsAccess.members)
    .meta({ api: { rest: 'GET /members', summary: 'List the members of the workspace' } })
    .input(pageOfList)
    .output(memberPage)
    .query(({ ctx, input }) => listMembers(ctx, input)),
  changes: procedure(organizationsAccess.changes).subscription(({ ctx, signal }) =>
    organizationChanges({ ...ctx, signal: signal ?? ctx.signal }),
  ),
  setMemberRole: procedure(organizationsAccess.setMemberRole, often)
    .meta({ api: { rest: 'PATCH /members/{userId}', summary: 'Change the role of a member', mcp: false } })
    .input(setMemberRoleInput)
    .output(memberRole)
    .mutation(({ ctx, input }) => setMemberRole(ctx, input)),
  removeMember: procedure(organizationsAccess.removeMember, often)
    .meta({ api: { rest: 'DELETE /members/{userId}', summary: 'Remove a member from the workspace' } })
    .input(memberInput)
    .output(removedMember)
    .mutation(({ ctx, input }) => removeMember(ctx, input)),
  leave: procedure(organizationsAccess.leave, often).mutation(({ ctx }) => leaveOrganization(ctx)),
  transferOwnership: procedure(organizationsAccess.transferOwnership, perMinute(30))
    .input(memberInput)
    .mutation(({ ctx, input }) => transferOwnership(ctx, input)),

  invitations: procedure(organizationsAccess.invitations)
    .meta({ api: { rest: 'GET /invitations', summary: 'List the invitations of the workspace' } })
    .input(pageOfList)
    .output(invitationPage)
    .query(({ ctx, input }) => listInvitations(ctx, input)),
  invite: procedure(organizationsAccess.invite, often)
    .meta({ api: { rest: 'POST /invitations', summary: 'Invite somebody by email', mcp: false } })
    .input(inviteMemberInput)
    .output(idOutput)
    .mutation(({ ctx, input }) => inviteMember(ctx, input)),
  resendInvitation: procedure(organizationsAccess.resendInvitation, often)
    .meta({ api: { rest: 'POST /invitations/{id}/resend', summary: 'Send an invitation again', mcp: false } })
    .input(idInput)
    .output(idOutput)
    .mutation(({ ctx, input }) => resendInvitation(ctx, input)),
  revokeInvitation: procedure(organizationsAccess.revokeInvitation, often)
    .meta({ api: { rest: 'DELETE /invitations/{id}', summary: 'Revoke an invitation' } })
    .input(idInput)
    .output(idOutput)
    .mutation(({ ctx, input }) => revokeInvitation(ctx, input)),
  invitation: procedure(organizationsAccess.invitation)
    .input(invitationInput)
    .query(({ ctx, input }) => getInvitation(ctx, input)),
  received: procedure(organizationsAccess.received).query(({ ctx }) => listReceivedInvitations(ctx)),
  acceptInvitation: procedure(organizationsAccess.acceptInvitation, often)
    .input(invitationInput)
    .mutation(({ ctx, input }) => acceptInvitation(ctx, input)),
  declineInvitation: procedure(organizationsAccess.declineInvitation, often)
    .input(invitationInput)
    .mutation(({ ctx, input }) => declineInvitation(ctx, input)),
})
