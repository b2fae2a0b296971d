import { brand } from '#/lib/brand.ts'
import type { Template } from './mail-template.ts'

export const passwordChanged: Template<object> = (_params, { t, appUrl }) => ({
  subject: t('email:passwordChanged.subject', { brand: brand.name }),
  heading: t('email:passwordChanged.heading'),
  sentences: [t('email:passwordChanged.what'), t('email:passwordChanged.otherwise')],
  action: { label: t('email:passwordChanged.button'), url: `${appUrl}/forgot-password` },
  reason: t('email:passwordChanged.reason'),
})
