import {
  type AuthEndpoint,
  get,
  guessLimits,
  mailLimits,
  onChangeEmail,
  post,
} from '@plinth/core/auth/server'
import { securityAccess } from '@plinth/core/auth'
import { onChangePassword, onUpdateUser } from './account-hooks.server.ts'
import {
  onReauthenticateByCode,
  onReauthenticateByPassword,
  onReauthenticationMethods,
  onSendReauthenticationCode,
} from './reauthenticate.server.ts'

/** The actions on the user's own password, address and name that need cookies or secrets. */
export const accountEndpoints: readonly AuthEndpoint[] = [
  get('/reauthenticate/methods', { isOwn: true, rule: securityAccess.read, ...onReauthenticationMethods }),
  post('/reauthenticate/password', {
    isOwn: true,
    rule: securityAccess.reauthenticate,
    ...onReauthenticateByPassword,
    ...guessLimits,
    passwords: { checks: 'password' },
  }),
  post('/reauthenticate/send-code', {
    isOwn: true,
    rule: securityAccess.reauthenticate,
    ...onSendReauthenticationCode,
    ...mailLimits,
  }),
  post('/reauthenticate/code', {
    isOwn: true,
    rule: securityAccess.reauthenticate,
    ...onReauthenticateByCode,
    ...guessLimits,
  }),

  post('/change-password', {
    rule: securityAccess.changePassword,
    ...onChangePassword,
    ...guessLimits,
    passwords: { checks: 'currentPassword', chooses: 'newPassword' },
  }),
  post('/change-email', {
    rule: securityAccess.changeEmail,
    requiresRecentAuth: true,
    ...onChangeEmail,
    ...mailLimits,
  }),
  post('/update-user', { rule: securityAccess.changeName, ...onUpdateUser }),
]
