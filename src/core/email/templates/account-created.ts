import { brand } from '#/lib/brand.ts'
import type { Template } from './mail-template.ts'

/**
 * An administrator has made an account for the person; `expiresInHours` where the link lets them choose their
 * password.
 */
export const accountCreated: Template<{ url: string; expiresInHours?: number }> = (
  { url, expiresInHours },
  { t },
) => ({
  subject: t('email:accountCreated.subject', { brand: brand.name }),
  heading: t('email:accountCreated.heading', { brand: brand.name }),
  sentences: [
    t('email:accountCreated.what'),
    expiresInHours === undefined
      ? t('email:accountCreated.signIn')
      : t('email:accountCreated.choose', { count: expiresInHours }),
  ],
  action: {
    label: t(expiresInHours === undefined ? 'email:accountCreated.open' : 'email:accountCreated.button'),
    url,
  },
  reason: t('email:accountCreated.reason', { brand: brand.name }),
  ...(expiresInHours === undefined ? {} : { validForMinutes: expiresInHours * 60 }),
})
