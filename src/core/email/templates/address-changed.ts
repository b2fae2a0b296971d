import { brand } from '#/lib/brand.ts'
import type { Template } from './mail-template.ts'

/** To the address an account no longer has. */
export const addressChanged: Template<{ newEmail: string }> = ({ newEmail }, { t, appUrl }) => ({
  subject: t('email:addressChanged.subject', { brand: brand.name }),
  heading: t('email:addressChanged.heading'),
  sentences: [t('email:addressChanged.what', { newEmail }), t('email:addressChanged.both')],
  action: { label: t('email:addressChanged.button'), url: `${appUrl}/login` },
  reason: t('email:addressChanged.reason'),
})
