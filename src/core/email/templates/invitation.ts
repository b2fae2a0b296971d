import type { TranslationKey } from '#/core/i18n/keys.ts'
import { brand } from '#/lib/brand.ts'
import type { Template } from './mail-template.ts'
import { plainName } from './plain-name.ts'

type Role = 'owner' | 'admin' | 'member'
type InvitationParams = {
  url: string
  organizationName: string
  inviterName: string
  role: Role
  expiresInHours: number
}

const roleTexts: Record<Role, TranslationKey> = {
  owner: 'email:invitation.asOwner',
  admin: 'email:invitation.asAdmin',
  member: 'email:invitation.asMember',
}

export const invitation: Template<InvitationParams> = (
  { url, organizationName, inviterName, role, expiresInHours },
  { t },
) => {
  const organization =
    plainName(organizationName) ?? t('email:invitation.anOrganization', { brand: brand.name })
  const inviter = plainName(inviterName) ?? t('email:invitation.somebody')
  return {
    subject: t('email:invitation.subject', { inviter, organization }),
    heading: t('email:invitation.heading', { organization }),
    sentences: [
      t('email:invitation.what', { inviter, organization, brand: brand.name }),
      t(roleTexts[role]),
      t('email:invitation.validity', { count: expiresInHours }),
    ],
    action: { label: t('email:invitation.button'), url },
    reason: t('email:invitation.reason'),
    validForMinutes: expiresInHours * 60,
  }
}
