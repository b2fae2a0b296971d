import { forAnyone, get, HOUR, post, QUARTER_HOUR, type AuthEndpoint } from './auth-endpoint.server.ts'
import { resetBody, sessionQuery, signUpBody } from './auth.schema.ts'
import { onGetSession } from './get-session.server.ts'
import { onSignOut } from './browser-sessions.server.ts'
import { isCommonPassword } from './common-passwords.server.ts'
import { PASSWORD_GUESSES } from './password.server.ts'
import { onRequestReset, onSendVerification } from './security/address-hooks.server.ts'
import { onReset, onSignIn } from './security/credential-locks.server.ts'
import { securityAccess } from './security/security.access.ts'
import { onVerifyEmail, onVerifyEmailByCode } from './security/verify-email.server.ts'

// Only here, not in the schemas the forms use: the list is too long for a browser.
const isUncommon = (body: { password: string } | { newPassword: string }) =>
  !isCommonPassword('password' in body ? body.password : body.newPassword)
const chosenAtSignUp = signUpBody.refine(isUncommon, { path: ['password'], error: 'errors:commonPassword' })
const chosenAtReset = resetBody.refine(isUncommon, { path: ['newPassword'], error: 'errors:commonPassword' })

const open = (method: typeof post, path: `/${string}`, row: Partial<AuthEndpoint> = {}) =>
  method(path, { rule: forAnyone(path), ...row })

/** Endpoints for sign-up, sign-in and sign-out. */
export const signInEndpoints: readonly AuthEndpoint[] = [
  open(post, '/sign-up/email', {
    body: chosenAtSignUp,
    passwords: { chooses: 'password' },
    serializedPerAccount: true,
    perAddress: { max: 100, windowSeconds: HOUR },
    perAccount: { max: 10, windowSeconds: HOUR },
  }),
  open(post, '/sign-in/email', {
    ...onSignIn,
    passwords: { checks: 'password' },
    perAddress: { max: 200, windowSeconds: QUARTER_HOUR },
    perAccount: { ...PASSWORD_GUESSES, isOfGuesses: true },
  }),
  open(post, '/sign-out', onSignOut),
  open(get, '/get-session', { query: sessionQuery, middleware: onGetSession }),
  // The library's own changes on a GET, which scanners of mail send.
  open(post, '/verify-email', {
    isOwn: true,
    ...onVerifyEmail,
    passwords: { checks: 'password' },
    perAddress: { max: 100, windowSeconds: QUARTER_HOUR },
  }),
  post('/verify-email/code', {
    isOwn: true,
    rule: securityAccess.verifyEmail,
    ...onVerifyEmailByCode,
    perAddress: { max: 30, windowSeconds: HOUR },
  }),
  open(post, '/send-verification-email', {
    ...onSendVerification,
    perAddress: { max: 20, windowSeconds: QUARTER_HOUR },
    perAccount: { max: 5, windowSeconds: QUARTER_HOUR },
  }),
  open(post, '/request-password-reset', {
    ...onRequestReset,
    answerAfterMs: 400,
    perAddress: { max: 20, windowSeconds: QUARTER_HOUR },
    perAccount: { max: 5, windowSeconds: QUARTER_HOUR },
  }),
  open(post, '/reset-password', {
    ...onReset,
    body: chosenAtReset,
    passwords: { chooses: 'newPassword' },
    perAddress: { max: 30, windowSeconds: QUARTER_HOUR },
  }),
  open(get, '/ok'),
]
