import { brand } from '#/lib/brand.ts'
import type { Template } from './mail-template.ts'

/**
 * The copy of a person's data can be fetched. The link leads to the page where it is, which asks who comes.
 */
export const exportReady: Template<{ url: string; expiresInHours: number }> = (
  { url, expiresInHours },
  { t },
) => ({
  subject: t('email:exportReady.subject', { brand: brand.name }),
  heading: t('email:exportReady.heading'),
  sentences: [t('email:exportReady.what'), t('email:exportReady.validity', { count: expiresInHours })],
  action: { label: t('email:exportReady.button'), url },
  reason: t('email:exportReady.reason'),
  validForMinutes: expiresInHours * 60,
})
