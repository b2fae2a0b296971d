import { brand } from '#/lib/brand.ts'
import { asSentence } from './as-sentence.ts'
import type { Template } from './mail-template.ts'

/** An administrator has begun to act as the person. */
export const impersonated: Template<{ reason: string; minutes: number }> = (
  { reason, minutes },
  { t, appUrl },
) => ({
  subject: t('email:impersonated.subject', { brand: brand.name }),
  heading: t('email:impersonated.heading'),
  sentences: [
    t('email:impersonated.what', { count: minutes }),
    t('email:impersonated.why', { reason: asSentence(reason) }),
    t('email:impersonated.limits'),
  ],
  action: { label: t('email:impersonated.button'), url: `${appUrl}/dashboard/settings` },
  reason: t('email:impersonated.reason'),
})
