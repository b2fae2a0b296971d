import { imageUploadRule } from '#/core/storage/image.server.ts'
import { perMinute, procedure, router } from '#/core/trpc/trpc.server.ts'
import { checkSlug } from './check-slug.server.ts'
import { getInvitation } from './invitations/get-invitation.server.ts'
import { listInvitations } from './invitations/list-invitations.server.ts'
import { listMembers } from './members/list-members.server.ts'
import { listMyOrganizations } from './list-my-organizations.server.ts'
import { listReceivedInvitations } from './invitations/list-received-invitations.server.ts'
import { organizationsAccess } from '../organizations.access.ts'
import {
  checkSlugInput,
  invitationInput,
  listInvitationsInput,
  listMembersInput,
  transferInput,
  uploadLogoInput,
} from '../organizations.schema.ts'
import { transferOwnership } from './members/transfer-ownership.server.ts'
import { uploadLogo } from './upload-logo.server.ts'

export const organizationsRouter = router({
  mine: procedure(organizationsAccess.mine).query(({ ctx }) => listMyOrganizations(ctx)),
  checkSlug: procedure(organizationsAccess.checkSlug)
    .input(checkSlugInput)
    .query(({ ctx, input }) => checkSlug(ctx, input)),
  members: procedure(organizationsAccess.members)
    .input(listMembersInput)
    .query(({ ctx, input }) => listMembers(ctx, input)),
  invitations: procedure(organizationsAccess.invitations)
    .input(listInvitationsInput)
    .query(({ ctx, input }) => listInvitations(ctx, input)),
  invitation: procedure(organizationsAccess.invitation)
    .input(invitationInput)
    .query(({ ctx, input }) => getInvitation(ctx, input)),
  received: procedure(organizationsAccess.received).query(({ ctx }) => listReceivedInvitations(ctx)),
  uploadLogo: procedure(organizationsAccess.uploadLogo, perMinute(30), imageUploadRule)
    .input(uploadLogoInput)
    .mutation(({ ctx, input }) => uploadLogo(ctx, input)),
  transferOwnership: procedure(organizationsAccess.transferOwnership, perMinute(30))
    .input(transferInput)
    .mutation(({ ctx, input }) => transferOwnership(ctx, input)),
})
