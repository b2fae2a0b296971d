import { brand } from '#/lib/brand.ts'
import type { Template } from './mail-template.ts'

export const resetPassword: Template<{ url: string; expiresInMinutes: number }> = (
  { url, expiresInMinutes },
  { t },
) => ({
  subject: t('email:resetPassword.subject', { brand: brand.name }),
  heading: t('email:resetPassword.heading'),
  sentences: [t('email:resetPassword.what', { count: expiresInMinutes }), t('email:resetPassword.effect')],
  action: { label: t('email:resetPassword.button'), url },
  reason: t('email:resetPassword.reason'),
  validForMinutes: expiresInMinutes,
})
