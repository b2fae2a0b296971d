import { type Template, mailMoment } from '@plinth/core/mail/server'
import { brand } from '#/brand.ts'
import { asSentence } from './as-sentence.ts'

/**
 * An admin has created an account for the user. `expiresInHours` is set when the link lets them choose a
 * password.
 */
const accountCreated: Template<{ url: string; expiresInHours?: number }> = (
  { url, expiresInHours },
  { t },
) => ({
  subject: t('administration-mails:accountCreated.subject', { brand: brand.name }),
  heading: t('administration-mails:accountCreated.heading', { brand: brand.name }),
  sentences: [
    t('administration-mails:accountCreated.what'),
    expiresInHours === undefined
      ? t('administration-mails:accountCreated.signIn')
      : t('administration-mails:accountCreated.choose', { count: expiresInHours }),
  ],
  action: {
    label: t(
      expiresInHours === undefined
        ? 'administration-mails:accountCreated.open'
        : 'administration-mails:accountCreated.button',
    ),
    url,
  },
  reason: t('administration-mails:accountCreated.reason', { brand: brand.name }),
  ...(expiresInHours === undefined ? {} : { validForMinutes: expiresInHours * 60 }),
})

/** An admin has banned the user. The reason is quoted as written, with closing punctuation. */
const banned: Template<{ reason: string; expiresAt: Date }> = (
  { reason, expiresAt },
  { t, language, appUrl },
) => ({
  subject: t('administration-mails:banned.subject', { brand: brand.name }),
  heading: t('administration-mails:banned.heading'),
  sentences: [
    t('administration-mails:banned.what', { end: mailMoment(expiresAt, language) }),
    t('administration-mails:banned.why', { reason: asSentence(reason) }),
    t('administration-mails:banned.then'),
  ],
  action: { label: t('administration-mails:banned.button'), url: `${appUrl}/login` },
  reason: t('administration-mails:banned.reason'),
})

/** An admin has started to impersonate the user. */
const impersonated: Template<{ reason: string; minutes: number }> = ({ reason, minutes }, { t, appUrl }) => ({
  subject: t('administration-mails:impersonated.subject', { brand: brand.name }),
  heading: t('administration-mails:impersonated.heading'),
  sentences: [
    t('administration-mails:impersonated.what', { count: minutes }),
    t('administration-mails:impersonated.why', { reason: asSentence(reason) }),
    t('administration-mails:impersonated.limits'),
  ],
  action: { label: t('administration-mails:impersonated.button'), url: `${appUrl}/dashboard/settings` },
  reason: t('administration-mails:impersonated.reason'),
})

/** The mails about admin actions on an account. */
export const administrationMails = {
  accountCreated,
  banned,
  impersonated,
}
