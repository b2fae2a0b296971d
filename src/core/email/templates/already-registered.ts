import { brand } from '#/lib/brand.ts'
import type { Template } from './mail-template.ts'

/**
 * For a sign-up with an address that has an account: the page answers as for a new one, this mail tells the
 * owner. `url` leads to the sign-in page.
 */
export const alreadyRegistered: Template<{ url: string }> = ({ url }, { t, appUrl }) => ({
  subject: t('email:alreadyRegistered.subject', { brand: brand.name }),
  heading: t('email:alreadyRegistered.heading'),
  sentences: [t('email:alreadyRegistered.what'), t('email:alreadyRegistered.how')],
  action: { label: t('email:alreadyRegistered.button'), url },
  alternative: { sentence: t('email:alreadyRegistered.forgot'), url: `${appUrl}/forgot-password` },
  reason: t('email:alreadyRegistered.reason'),
})
