import { brand } from '#/lib/brand.ts'
import type { Template } from './mail-template.ts'
import { plainName } from './plain-name.ts'

/** A member was removed from an organization. */
export const memberRemoved: Template<{ organizationName: string; removedBy: string }> = (
  { organizationName, removedBy },
  { t, appUrl },
) => {
  const organization =
    plainName(organizationName) ?? t('email:invitation.anOrganization', { brand: brand.name })
  const member = plainName(removedBy) ?? t('email:invitation.somebody')
  return {
    subject: t('email:memberRemoved.subject', { organization }),
    heading: t('email:memberRemoved.heading', { organization }),
    sentences: [t('email:memberRemoved.what', { organization, member }), t('email:memberRemoved.kept')],
    action: { label: t('email:memberRemoved.button', { brand: brand.name }), url: `${appUrl}/dashboard` },
    reason: t('email:memberRemoved.reason'),
  }
}
