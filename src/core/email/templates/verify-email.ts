import { brand } from '#/lib/brand.ts'
import type { Template } from './mail-template.ts'

export const verifyEmail: Template<{ url: string; expiresInHours: number }> = (
  { url, expiresInHours },
  { t },
) => ({
  subject: t('email:verifyEmail.subject', { brand: brand.name }),
  heading: t('email:verifyEmail.heading'),
  sentences: [t('email:verifyEmail.what'), t('email:verifyEmail.validity', { count: expiresInHours })],
  action: { label: t('email:verifyEmail.button'), url },
  reason: t('email:verifyEmail.reason', { brand: brand.name }),
  validForMinutes: expiresInHours * 60,
})
