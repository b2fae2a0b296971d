import { imageUploadRule } from '#/core/storage/image.server.ts'
import { perMinute, procedure, router } from '#/core/trpc/trpc.server.ts'
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
  uploadLogoInput,
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
import { listOrganizations } from './list-organizations.server.ts'
import { leaveOrganization } from './members/leave-organization.server.ts'
import { listMembers } from './members/list-members.server.ts'
import { removeMember } from './members/remove-member.server.ts'
import { setMemberRole } from './members/set-member-role.server.ts'
import { transferOwnership } from './members/transfer-ownership.server.ts'
import { setActiveOrganization } from './set-active-organization.server.ts'
import { updateOrganization } from './update-organization.server.ts'
import { uploadLogo } from './upload-logo.server.ts'

const often = perMinute(120)

export const organizationsRouter = router({
  list: procedure(organizationsAccess.list).query(({ ctx }) => listOrganizations(ctx)),
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
  checkSlug: procedure(organizationsAccess.checkSlug)
    .input(checkSlugInput)
    .query(({ ctx, input }) => checkSlug(ctx, input)),
  uploadLogo: procedure(organizationsAccess.uploadLogo, perMinute(30), imageUploadRule)
    .input(uploadLogoInput)
    .mutation(({ ctx, input }) => uploadLogo(ctx, input)),

  members: procedure(organizationsAccess.members)
    .input(pageOfList)
    .query(({ ctx, input }) => listMembers(ctx, input)),
  setMemberRole: procedure(organizationsAccess.setMemberRole, often)
    .input(setMemberRoleInput)
    .mutation(({ ctx, input }) => setMemberRole(ctx, input)),
  removeMember: procedure(organizationsAccess.removeMember, often)
    .input(memberInput)
    .mutation(({ ctx, input }) => removeMember(ctx, input)),
  leave: procedure(organizationsAccess.leave, often).mutation(({ ctx }) => leaveOrganization(ctx)),
  transferOwnership: procedure(organizationsAccess.transferOwnership, perMinute(30))
    .input(memberInput)
    .mutation(({ ctx, input }) => transferOwnership(ctx, input)),

  invitations: procedure(organizationsAccess.invitations)
    .input(pageOfList)
    .query(({ ctx, input }) => listInvitations(ctx, input)),
  invite: procedure(organizationsAccess.invite, often)
    .input(inviteMemberInput)
    .mutation(({ ctx, input }) => inviteMember(ctx, input)),
  resendInvitation: procedure(organizationsAccess.resendInvitation, often)
    .input(idInput)
    .mutation(({ ctx, input }) => resendInvitation(ctx, input)),
  revokeInvitation: procedure(organizationsAccess.revokeInvitation, often)
    .input(idInput)
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
