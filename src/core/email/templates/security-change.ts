import type { TranslationKey } from '#/core/i18n/keys.ts'
import { brand } from '#/lib/brand.ts'
import type { Template } from './mail-template.ts'

export type SecurityChange =
  | 'twoFactorOn'
  | 'twoFactorOff'
  | 'backupCodes'
  | 'passkeyAdded'
  | 'passkeyRemoved'

const headings: Record<SecurityChange, TranslationKey> = {
  twoFactorOn: 'email:securityChange.twoFactorOn',
  twoFactorOff: 'email:securityChange.twoFactorOff',
  backupCodes: 'email:securityChange.backupCodes',
  passkeyAdded: 'email:securityChange.passkeyAdded',
  passkeyRemoved: 'email:securityChange.passkeyRemoved',
}

/** Something about how a person signs in is no longer as it was. Names nothing that people can choose. */
export const securityChange: Template<{ change: SecurityChange }> = ({ change }, { t, appUrl }) => ({
  subject: t('email:securityChange.subject', { brand: brand.name }),
  heading: t(headings[change]),
  sentences: [t('email:securityChange.what'), t('email:securityChange.otherwise')],
  action: { label: t('email:securityChange.button'), url: `${appUrl}/dashboard/settings` },
  alternative: { sentence: t('email:securityChange.reset'), url: `${appUrl}/forgot-password` },
  reason: t('email:securityChange.reason'),
})
