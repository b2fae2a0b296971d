// Sessions, passwords, credentials, endpoints of the auth library: for features that are about accounts.
export { type ActiveSession, readActiveSessions } from '#/auth/active-sessions.server.ts'
export { ownerKnown, ownerProved, ownerProvedByProvider } from '#/auth/address-proved.server.ts'
export {
  deleteAccount,
  provideAccountDeletion,
  refuseAccountDeletion,
} from '#/auth/administration/delete-account.server.ts'
export { deleteSessions } from '#/auth/administration/delete-sessions.server.ts'
export {
  type LockedUser,
  lockAdministrators,
  lockAsAdministrator,
  lockUser,
  refuseLastAdministrator,
  refuseOnSelf,
} from '#/auth/administration/lock-administrators.server.ts'
export { makeAdministrator } from '#/auth/administration/make-administrator.server.ts'
export { revokeAccess, revokeTrust } from '#/auth/administration/revoke-access.server.ts'
export * from '#/auth/auth-context.server.ts'
export {
  type AuthEndpoint,
  HOUR,
  type MappedErrors,
  QUARTER_HOUR,
  forAnyone,
  get,
  guessLimits,
  mailLimits,
  post,
} from '#/auth/auth-endpoint.server.ts'
export { provideMailboxProof } from '#/auth/auth-mails.server.ts'
export { endSessions } from '#/auth/browser-sessions.server.ts'
export { isCommonPassword } from '#/auth/common-passwords.server.ts'
export {
  type AuthCookies,
  type CookieKey,
  accountCookiePrefix,
  cookieName,
  expiredCookie,
  readCookies,
  setCookie,
  withCookies,
} from '#/auth/cookies.server.ts'
export { isBanned } from '#/auth/is-banned.server.ts'
export { isUnexpired } from '#/auth/is-unexpired.server.ts'
export { keepingOneMethod } from '#/auth/last-sign-in-method.server.ts'
export { isResetLinkOpen, readDeletionOfLink, resetIdentifier } from '#/auth/mailed-link.server.ts'
export { hashPassword } from '#/auth/password.server.ts'
export { onChangeEmail } from '#/auth/security/address-hooks.server.ts'
export { holdCredentials, lockCredentials } from '#/auth/security/credential-locks.server.ts'
export {
  lockForCredential,
  lockOwnAccount,
  lockOwnMembership,
} from '#/auth/security/lock-own-account.server.ts'
export {
  codeOver,
  countCodeMail,
  createMailedCode,
  digestOfCode,
  mailCode,
  toReauthenticate,
  useMailedCode,
} from '#/auth/security/mailed-code.server.ts'
export {
  markReauthenticated,
  passwordHashOf,
  passwordSetAt,
  reauthenticateByPassword,
  reauthenticateInForm,
  reauthenticatedUntil,
  reauthenticationMethods,
  requireRecentAuth,
} from '#/auth/security/recent-auth.server.ts'
export { knownDevice } from '#/auth/security/security.table.server.ts'
export { type SessionEnd, readSessionEnd, tellSessionEnd } from '#/auth/security/session-ends.server.ts'
export {
  type TokenHolder,
  type Tokens,
  holderColumns,
  holderOf,
  membershipOf,
  recordUse,
} from '#/auth/security/token-holder.server.ts'
export { type ShownLink, readVerification } from '#/auth/security/verify-email.server.ts'
export {
  type HeldSession,
  activeCookies,
  endsWithBrowser,
  lifetimeOf,
  noActiveCookies,
  readActiveCookie,
} from '#/auth/session-cookies.server.ts'
export { sessionHandle } from '#/auth/session-handle.server.ts'
export { providePendingSecondFactor, signedOut } from '#/auth/session.server.ts'
export { lockMailedLink } from '#/auth/stamped-token.server.ts'
export {
  type UserColumn,
  endCredentials,
  plain,
  rowsOf,
  signInMethodsOf,
  untilOwnerProof,
} from '#/auth/user-columns.server.ts'
