import type { WorkspaceRole } from '@plinth/core/access'
import type { Template } from '@plinth/core/mail/server'
import { plainName } from '@plinth/core/format'
import { brand } from '#/brand.ts'

type InvitationParams = {
  url: string
  organizationName: string
  inviterName: string
  role: WorkspaceRole
  expiresInHours: number
}

const invitation: Template<InvitationParams> = (
  { url, organizationName, inviterName, role, expiresInHours },
  { t },
) => {
  const organization = plainName(organizationName) ?? t('organization-mails:invitation.anOrganization')
  const inviter = plainName(inviterName) ?? t('organization-mails:invitation.somebody')
  return {
    subject: t('organization-mails:invitation.subject', { inviter, organization }),
    heading: t('organization-mails:invitation.heading', { organization }),
    sentences: [
      t('organization-mails:invitation.what', { inviter, organization, brand: brand.name }),
      t(`organization-mails:invitation.as.${role}`),
      t('organization-mails:invitation.validity', { count: expiresInHours }),
    ],
    action: { label: t('organization-mails:invitation.button'), url },
    reason: t('organization-mails:invitation.reason'),
    validForMinutes: expiresInHours * 60,
  }
}

/** Tells a user that they were removed from an organization. */
const memberRemoved: Template<{ organizationName: string; removedBy: string }> = (
  { organizationName, removedBy },
  { t, appUrl },
) => {
  const organization = plainName(organizationName) ?? t('organization-mails:invitation.anOrganization')
  const member = plainName(removedBy) ?? t('organization-mails:invitation.somebody')
  return {
    subject: t('organization-mails:memberRemoved.subject', { organization }),
    heading: t('organization-mails:memberRemoved.heading', { organization }),
    sentences: [
      t('organization-mails:memberRemoved.what', { organization, member }),
      t('organization-mails:memberRemoved.kept'),
    ],
    action: {
      label: t('organization-mails:memberRemoved.button', { brand: brand.name }),
      url: `${appUrl}/dashboard`,
    },
    reason: t('organization-mails:memberRemoved.reason'),
  }
}

/** The mails about members of an organization. */
export const organizationMails = {
  invitation,
  memberRemoved,
}
