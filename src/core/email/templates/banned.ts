import { brand } from '#/lib/brand.ts'
import { asSentence } from './as-sentence.ts'
import type { Template } from './mail-template.ts'

/**
 * An administrator has banned the person. The reason is given as it was written, ended as a sentence; date
 * and time are of UTC, like the layout's.
 */
export const banned: Template<{ reason: string; expiresAt: Date }> = (
  { reason, expiresAt },
  { t, language, appUrl },
) => {
  const locale = language === 'pt' ? 'pt-BR' : language
  const end = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(expiresAt)
  return {
    subject: t('email:banned.subject', { brand: brand.name }),
    heading: t('email:banned.heading'),
    sentences: [
      t('email:banned.what', { end }),
      t('email:banned.why', { reason: asSentence(reason) }),
      t('email:banned.then'),
    ],
    action: { label: t('email:banned.button'), url: `${appUrl}/login` },
    reason: t('email:banned.reason'),
  }
}
