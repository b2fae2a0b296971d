// Forms and requests of signing in and of accounts.
export {
  IMPERSONATION_MINUTES,
  impersonateBody,
  impersonateForm,
  reason,
  userId,
} from '#/auth/administration/impersonation.schema.ts'
export { type AuthAnswer, type AuthRefusal, answerOf, readAuth, requestAuth } from '#/auth/auth-request.ts'
export {
  NAME_MAX_LENGTH,
  anyPassword,
  email,
  lastName,
  mailedToken,
  newPassword,
  noInput,
  repeatedPassword,
  userName,
} from '#/auth/auth.schema.ts'
export {
  ReauthenticationDialogContext,
  type ReauthenticationDialogProps,
  type ReauthenticationMethodProps,
  ReauthenticationMethodsContext,
  useReauthentication,
} from '#/auth/reauthentication.ts'
export { type RefreshOptions, RefreshViewerContext, useRefreshViewer } from '#/auth/refresh-viewer.ts'
export { cutAgent, describeAgent, isPhone } from '#/auth/security/describe-agent.ts'
export { securityAccess } from '#/auth/security/security.access.ts'
export {
  CODE_MINUTES,
  RESEND_SECONDS,
  changeEmailForm,
  changePasswordForm,
  codeForm,
  mailedCode,
  nameForm,
  reauthenticateBody,
  sixDigits,
  updateUserBody,
} from '#/auth/security/security.schema.ts'
export { VERIFY_LINK_HOURS, VERIFY_RESEND_SECONDS } from '#/auth/verify-mail.ts'
