import { Building2, UserPlus } from 'lucide-react'
import type { FeatureHome } from '@plinth/core/feature'
import { organizationsAccess } from './organizations.access.ts'
import { ReceivedInvitations } from './ui/invitations/received-invitations.tsx'
import { receivedInvitations } from './ui/my-organizations.ts'
import { NewOrganizationStep } from './ui/new-organization-step.tsx'

export const home: FeatureHome = {
  namespaces: ['organizations'],
  cards: [
    {
      column: 'top',
      order: 10,
      Card: ReceivedInvitations,
      query: receivedInvitations,
      rule: organizationsAccess.received,
    },
  ],
  steps: {
    organization: {
      Icon: Building2,
      title: 'organizations:home.organization.title',
      text: 'organizations:home.organization.text',
      action: { Button: NewOrganizationStep },
    },
    invite: {
      Icon: UserPlus,
      title: 'organizations:home.invite.title',
      text: 'organizations:home.invite.text',
      action: { label: 'organizations:home.invite.do', link: { to: '/dashboard/workspace' } },
    },
  },
  activity: {
    'organization.create': 'organizations:home.activity.create',
    'organization.update': 'organizations:home.activity.update',
    'organization.changeLogo': 'organizations:home.activity.changeLogo',
    'organization.transfer': 'organizations:home.activity.transfer',
    'invitation.accept': 'organizations:home.activity.accept',
    'member.leave': 'organizations:home.activity.leave',
    'member.remove': 'organizations:home.activity.remove',
    'member.changeRole': 'organizations:home.activity.changeRole',
  },
}
