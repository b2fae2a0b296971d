import type { Template } from '@plinth/core/mail/server'
import { formatDay, plainName } from '@plinth/core/format'
import type { TranslationKey } from '@plinth/core/texts'
import { brand } from '#/brand.ts'

const passwordChanged: Template<object> = (_params, { t, appUrl }) => ({
  subject: t('account-mails:passwordChanged.subject', { brand: brand.name }),
  heading: t('account-mails:passwordChanged.heading'),
  sentences: [t('account-mails:passwordChanged.what'), t('account-mails:passwordChanged.otherwise')],
  action: { label: t('account-mails:passwordChanged.button'), url: `${appUrl}/forgot-password` },
  reason: t('account-mails:passwordChanged.reason'),
})

/** A sign-in method has changed, as subject and heading say. Contains no text that users can choose. */
const securityChange: Template<{ change: TranslationKey }> = ({ change }, { t, appUrl }) => ({
  subject: t(change),
  heading: t(change),
  sentences: [t('account-mails:securityChange.what'), t('account-mails:securityChange.otherwise')],
  action: { label: t('account-mails:securityChange.button'), url: `${appUrl}/dashboard/settings` },
  alternative: { sentence: t('account-mails:securityChange.reset'), url: `${appUrl}/forgot-password` },
  reason: t('account-mails:securityChange.reason'),
})

/**
 * Sent to the current address of an account when its user requests another. Nothing changes until both are
 * confirmed.
 */
const confirmAddressChange: Template<{ url: string; newEmail: string; expiresInHours: number }> = (
  params,
  { t, appUrl },
) => ({
  subject: t('account-mails:confirmAddressChange.subject', { brand: brand.name }),
  heading: t('account-mails:confirmAddressChange.heading'),
  sentences: [
    t('account-mails:confirmAddressChange.what', { newEmail: params.newEmail }),
    t('account-mails:confirmAddressChange.then'),
    t('account-mails:confirmAddressChange.validity', { count: params.expiresInHours }),
  ],
  action: { label: t('account-mails:confirmAddressChange.button'), url: params.url },
  alternative: { sentence: t('account-mails:confirmAddressChange.reset'), url: `${appUrl}/forgot-password` },
  reason: t('account-mails:confirmAddressChange.reason'),
  validForMinutes: params.expiresInHours * 60,
})

/** Sent to the previous address of an account. */
const addressChanged: Template<{ newEmail: string }> = ({ newEmail }, { t, appUrl }) => ({
  subject: t('account-mails:addressChanged.subject', { brand: brand.name }),
  heading: t('account-mails:addressChanged.heading'),
  sentences: [t('account-mails:addressChanged.what', { newEmail }), t('account-mails:addressChanged.both')],
  action: { label: t('account-mails:addressChanged.button'), url: `${appUrl}/login` },
  reason: t('account-mails:addressChanged.reason'),
})

/** A user's data export is ready. The link leads to its page, which requires sign-in. */
const exportReady: Template<{ url: string; expiresInHours: number }> = ({ url, expiresInHours }, { t }) => ({
  subject: t('account-mails:exportReady.subject', { brand: brand.name }),
  heading: t('account-mails:exportReady.heading'),
  sentences: [
    t('account-mails:exportReady.what'),
    t('account-mails:exportReady.validity', { count: expiresInHours }),
  ],
  action: { label: t('account-mails:exportReady.button'), url },
  reason: t('account-mails:exportReady.reason'),
  validForMinutes: expiresInHours * 60,
})

/** An account is scheduled for deletion; the button cancels it. The day is in UTC, like in the layout. */
const deletionScheduled: Template<{ scheduledFor: Date; url: string }> = (
  { scheduledFor, url },
  { t, language, appUrl },
) => {
  const day = formatDay(scheduledFor, language)
  return {
    subject: t('account-mails:deletionScheduled.subject', { brand: brand.name, day }),
    heading: t('account-mails:deletionScheduled.heading'),
    sentences: [
      t('account-mails:deletionScheduled.what', { day }),
      t('account-mails:deletionScheduled.until'),
      t('account-mails:deletionScheduled.undo'),
    ],
    action: { label: t('account-mails:deletionScheduled.button'), url },
    alternative: { sentence: t('account-mails:deletionScheduled.reset'), url: `${appUrl}/forgot-password` },
    reason: t('account-mails:deletionScheduled.reason'),
  }
}

/** The last mail to the address of a deleted account. */
const accountDeleted: Template<object> = (_params, { t, appUrl }) => ({
  subject: t('account-mails:accountDeleted.subject', { brand: brand.name }),
  heading: t('account-mails:accountDeleted.heading'),
  sentences: [t('account-mails:accountDeleted.what'), t('account-mails:accountDeleted.stays')],
  action: { label: t('account-mails:accountDeleted.button'), url: `${appUrl}/register` },
  reason: t('account-mails:accountDeleted.reason'),
})

/**
 * A scheduled deletion was denied. `organizationName` is the organization that would be left without an
 * owner; undefined for the last admin.
 */
const deletionDenied: Template<{ code: string; params: Readonly<Record<string, unknown>> }> = (
  { code, params },
  { t, appUrl },
) => {
  // Names of others, such as of an organization.
  const plain = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? (plainName(value) ?? '…') : value,
  ])
  return {
    subject: t('account-mails:deletionDenied.subject', { brand: brand.name }),
    heading: t('account-mails:deletionDenied.heading'),
    sentences: [
      t(code as TranslationKey, Object.fromEntries(plain) as Record<string, string | number>),
      t('account-mails:deletionDenied.then'),
    ],
    action: { label: t('account-mails:deletionDenied.button'), url: `${appUrl}/dashboard/settings` },
    reason: t('account-mails:deletionDenied.reason'),
  }
}

/** The mails about the security, the export and the deletion of an account. */
export const accountMails = {
  passwordChanged,
  securityChange,
  confirmAddressChange,
  addressChanged,
  exportReady,
  deletionScheduled,
  accountDeleted,
  deletionDenied,
}
