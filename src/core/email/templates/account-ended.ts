import { brand } from '#/lib/brand.ts'
import type { Template } from './mail-template.ts'

/** The last mail to an address whose account is gone. */
export const accountEnded: Template<object> = (_params, { t, appUrl }) => ({
  subject: t('email:accountEnded.subject', { brand: brand.name }),
  heading: t('email:accountEnded.heading'),
  sentences: [t('email:accountEnded.what'), t('email:accountEnded.stays')],
  action: { label: t('email:accountEnded.button'), url: `${appUrl}/register` },
  reason: t('email:accountEnded.reason'),
})
