import { z } from 'zod'
import { joinName, splitName } from '#/lib/full-name.ts'
import { hasUnstorableText, plainAddress } from '#/lib/safe-text.ts'
import { requiredText, shortText } from '#/lib/short-text.ts'

// Schemas of the open requests to /api/auth. Stricter than Better Auth's own checks; forms use the same
// rules.

export const NAME_MAX_LENGTH = 100
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const
export const EMAIL_MAX_LENGTH = 254

/** Messages are translation keys, which the page translates. */
export const userName = requiredText(NAME_MAX_LENGTH)
/** Empty for a user who has a single name. */
export const lastName = shortText(NAME_MAX_LENGTH)
export const email = z
  .string({ error: 'errors:required' })
  .overwrite(plainAddress)
  .min(1, 'errors:required')
  .max(EMAIL_MAX_LENGTH, 'errors:tooLong')
  .pipe(z.email('errors:invalidEmail'))
  .transform((value) => value.toLowerCase())
export const newPassword = z
  .string({ error: 'errors:required' })
  .min(PASSWORD_LENGTH.min, 'errors:passwordTooShort')
  .max(PASSWORD_LENGTH.max, 'errors:passwordTooLong')
  .refine((password) => !hasUnstorableText(password), 'errors:invalidText')
/** The password once more, for forms; that both are equal is checked by the form. */
export const repeatedPassword = z.string().min(1, 'errors:required')
// Not checked against today's rules, so that a wrong password is reported as wrong; only its size is bounded.
export const anyPassword = z
  .string({ error: 'errors:required' })
  .min(1, 'errors:required')
  .max(1024, 'errors:tooLong')
const samePageUrl = z.string().max(2000, 'errors:tooLong').optional()

export const signUpBody = z
  .strictObject({
    name: shortText(2 * NAME_MAX_LENGTH + 1).optional(),
    firstName: userName.optional(),
    lastName: lastName.optional(),
    email,
    password: newPassword,
    callbackURL: samePageUrl,
    rememberMe: z.boolean().optional(),
  })
  .refine((body) => Boolean(body.name) || body.firstName !== undefined, {
    path: ['firstName'],
    message: 'errors:required',
  })
  .transform(({ firstName, lastName: family = '', ...body }) => {
    const names = firstName ? { firstName, lastName: family } : splitName(body.name ?? '')
    return { ...body, ...names, name: joinName(names) }
  })

export const signInBody = z.strictObject({
  email,
  password: anyPassword,
  rememberMe: z.boolean().optional(),
  callbackURL: samePageUrl,
})
export const emailBody = z.strictObject({ email, callbackURL: samePageUrl })
export const requestResetBody = z.strictObject({ email, redirectTo: samePageUrl })
export const resetBody = z.strictObject({
  newPassword,
  token: z.string({ error: 'errors:required' }).min(1, 'errors:required').max(200, 'errors:tooLong'),
})
export const noInput = z.strictObject({})
export const mailedToken = z
  .string({ error: 'errors:required' })
  .min(1, 'errors:required')
  .max(4000, 'errors:tooLong')
export const verifyEmailBody = z
  .strictObject({ token: mailedToken, email: email.optional(), password: anyPassword.optional() })
  .refine(({ email: of, password }) => (of === undefined) === (password === undefined), {
    path: ['email'],
    message: 'errors:required',
  })
const switchValue = z.enum(['true', 'false']).optional()
export const sessionQuery = z.strictObject({ disableCookieCache: switchValue, disableRefresh: switchValue })
