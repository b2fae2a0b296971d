import { brand } from '#/lib/brand.ts'
import type { Template } from './mail-template.ts'

/** An account will be deleted; the button undoes it. The day is that of UTC, like the layout's. */
export const accountEnding: Template<{ endsAt: Date; url: string }> = (
  { endsAt, url },
  { t, language, appUrl },
) => {
  const locale = language === 'pt' ? 'pt-BR' : language
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(endsAt)
  return {
    subject: t('email:accountEnding.subject', { brand: brand.name, day }),
    heading: t('email:accountEnding.heading'),
    sentences: [
      t('email:accountEnding.what', { day }),
      t('email:accountEnding.until'),
      t('email:accountEnding.undo'),
    ],
    action: { label: t('email:accountEnding.button'), url },
    alternative: { sentence: t('email:accountEnding.reset'), url: `${appUrl}/forgot-password` },
    reason: t('email:accountEnding.reason'),
  }
}
