import { accountEnded } from './account-ended.ts'
import { accountEnding } from './account-ending.ts'
import { accountNotEnded } from './account-not-ended.ts'
import { exportReady } from './export-ready.ts'
import { accountCreated } from './account-created.ts'
import { addressChanged } from './address-changed.ts'
import { alreadyRegistered } from './already-registered.ts'
import { banned } from './banned.ts'
import { confirmAddressChange } from './confirm-address-change.ts'
import { impersonated } from './impersonated.ts'
import { invitation } from './invitation.ts'
import { memberRemoved } from './member-removed.ts'
import { newSignIn } from './new-sign-in.ts'
import { oneTimeCode } from './one-time-code.ts'
import { passwordChanged } from './password-changed.ts'
import { providerLinked } from './provider-linked.ts'
import { providerUnlinked } from './provider-unlinked.ts'
import { resetPassword } from './reset-password.ts'
import { securityChange } from './security-change.ts'
import { verifyEmail } from './verify-email.ts'

/**
 * Every kind of mail by the name that is stored with it. A new one is a file beside this, a line here and its
 * texts in four languages.
 */
export const templates = {
  verifyEmail,
  resetPassword,
  passwordChanged,
  alreadyRegistered,
  invitation,
  memberRemoved,
  providerLinked,
  providerUnlinked,
  oneTimeCode,
  securityChange,
  newSignIn,
  confirmAddressChange,
  addressChanged,
  exportReady,
  accountEnding,
  accountEnded,
  accountNotEnded,
  accountCreated,
  banned,
  impersonated,
}

export type TemplateName = keyof typeof templates
export type TemplateParams<Name extends TemplateName> = Parameters<(typeof templates)[Name]>[0]
