export { Invitation, NoInvitation } from './ui/invitations/invitation.tsx'
export { loadInvitation } from './ui/invitations/load-invitation.ts'
export { loadMembers } from './ui/load-members.ts'
export { WorkspacePage } from './ui/workspace-page.tsx'
