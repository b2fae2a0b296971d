import { brand } from '#/lib/brand.ts'
import type { Template } from './mail-template.ts'
import { plainName } from './plain-name.ts'

/**
 * An account was to be deleted and could not be. `organizationName` is the organization that would have no
 * owner any more.
 */
export const accountNotEnded: Template<{ organizationName: string | undefined }> = (
  { organizationName },
  { t, appUrl },
) => {
  const organization = plainName(organizationName)
  return {
    subject: t('email:accountNotEnded.subject', { brand: brand.name }),
    heading: t('email:accountNotEnded.heading'),
    sentences: [
      organization ? t('email:accountNotEnded.owner', { organization }) : t('email:accountNotEnded.last'),
      t('email:accountNotEnded.then'),
    ],
    action: { label: t('email:accountNotEnded.button'), url: `${appUrl}/dashboard/workspace` },
    reason: t('email:accountNotEnded.reason'),
  }
}
