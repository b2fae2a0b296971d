import { brand } from '#/lib/brand.ts'
import type { Template } from './mail-template.ts'

/**
 * To the address an account has: somebody signed in wants another. Nothing changes before both have been
 * confirmed.
 */
export const confirmAddressChange: Template<{ url: string; newEmail: string; expiresInHours: number }> = (
  params,
  { t, appUrl },
) => ({
  subject: t('email:confirmAddressChange.subject', { brand: brand.name }),
  heading: t('email:confirmAddressChange.heading'),
  sentences: [
    t('email:confirmAddressChange.what', { newEmail: params.newEmail }),
    t('email:confirmAddressChange.then'),
    t('email:confirmAddressChange.validity', { count: params.expiresInHours }),
  ],
  action: { label: t('email:confirmAddressChange.button'), url: params.url },
  alternative: { sentence: t('email:confirmAddressChange.reset'), url: `${appUrl}/forgot-password` },
  reason: t('email:confirmAddressChange.reason'),
  validForMinutes: params.expiresInHours * 60,
})
