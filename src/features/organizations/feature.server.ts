import { provideAccountDeletion, provideMailboxProof } from '@plinth/core/auth/server'
import { defineServerFeature } from '@plinth/core/feature/server'
import { organizationsSettings, sweepInvitationsJob } from './server/invitations/sweep-invitations.server.ts'
import { ORGANIZATION_LOGO } from './server/organization-logo.server.ts'
import { organizationMails } from './server/organization-mails/mails.server.ts'

provideAccountDeletion({
  async refuse(tx, userId) {
    const { refuseAccountDeletion } = await import('./server/refuse-account-deletion.server.ts')
    await refuseAccountDeletion(tx, userId)
  },
  async before(tx, actor, userId) {
    const { beforeAccountDeletion } = await import('./server/before-account-deletion.server.ts')
    return beforeAccountDeletion(tx, actor, userId)
  },
})

provideMailboxProof(async (tx, path, email) => {
  const { isMailedInvitation } = await import('./server/invitations/invitation-proof.server.ts')
  return isMailedInvitation(tx, path, email)
})

export const organizationsFeature = defineServerFeature({
  name: 'organizations',
  routers: async () => ({
    organizations: (await import('./server/organizations.router.server.ts')).organizationsRouter,
  }),
  scopes: ['organizations:read', 'organizations:write'],
  planLimits: ['members'],
  settings: organizationsSettings,
  mails: organizationMails,
  publicFiles: [ORGANIZATION_LOGO],
  jobs: () => [sweepInvitationsJob],
  publicEvents: {
    'organization.update': 'organizations.updated',
    'organization.transfer': 'organizations.transferred',
    'member.changeRole': 'members.roleChanged',
    'member.remove': 'members.removed',
    'member.leave': 'members.left',
    'invitation.create': 'invitations.created',
    'invitation.accept': 'invitations.accepted',
    'invitation.decline': 'invitations.declined',
    'invitation.cancel': 'invitations.revoked',
  },
  async accountExport(db, userId) {
    const { exportInvitations, exportOrganizations } = await import('./server/export-organizations.server.ts')
    return [
      { path: 'organizations.json', rows: await exportOrganizations(db, userId) },
      { path: 'invitations.json', rows: await exportInvitations(db, userId) },
    ]
  },
  overview: async () => (await import('./server/organizations.overview.server.ts')).organizationsOverview,
  demo: async () => (await import('./server/organizations.demo.server.ts')).organizationsDemo,
})
