import type { Template } from '@plinth/core/mail/server'
import { brand } from '#/brand.ts'

/** `code` is for the browser that is signed in to the account. */
const verifyEmail: Template<{ url: string; code?: string; expiresInHours: number }> = (
  { url, code, expiresInHours },
  { t },
) => ({
  subject: t('sign-in-mails:verifyEmail.subject', { brand: brand.name }),
  heading: t('sign-in-mails:verifyEmail.heading'),
  sentences:
    code === undefined
      ? [
          t('sign-in-mails:verifyEmail.what'),
          t('sign-in-mails:verifyEmail.validity', { count: expiresInHours }),
        ]
      : [
          t('sign-in-mails:verifyEmail.what'),
          t('sign-in-mails:verifyEmail.withCode'),
          t('sign-in-mails:verifyEmail.both', { count: expiresInHours }),
        ],
  code,
  action: { label: t('sign-in-mails:verifyEmail.button'), url },
  reason:
    code === undefined
      ? t('sign-in-mails:verifyEmail.reason', { brand: brand.name })
      : t('sign-in-mails:verifyEmail.reasonSignUp', { brand: brand.name }),
  validForMinutes: expiresInHours * 60,
})

/**
 * Sent when someone signs up with the address of an existing account: the page responds as for a new one,
 * this mail informs the owner. `url` leads to the sign-in page.
 */
const alreadyRegistered: Template<{ url: string }> = ({ url }, { t, appUrl }) => ({
  subject: t('sign-in-mails:alreadyRegistered.subject', { brand: brand.name }),
  heading: t('sign-in-mails:alreadyRegistered.heading'),
  sentences: [t('sign-in-mails:alreadyRegistered.what'), t('sign-in-mails:alreadyRegistered.how')],
  action: { label: t('sign-in-mails:alreadyRegistered.button'), url },
  alternative: { sentence: t('sign-in-mails:alreadyRegistered.forgot'), url: `${appUrl}/forgot-password` },
  reason: t('sign-in-mails:alreadyRegistered.reason'),
})

const resetPassword: Template<{ url: string; expiresInMinutes: number }> = (
  { url, expiresInMinutes },
  { t },
) => ({
  subject: t('sign-in-mails:resetPassword.subject', { brand: brand.name }),
  heading: t('sign-in-mails:resetPassword.heading'),
  sentences: [
    t('sign-in-mails:resetPassword.what', { count: expiresInMinutes }),
    t('sign-in-mails:resetPassword.effect'),
  ],
  action: { label: t('sign-in-mails:resetPassword.button'), url },
  reason: t('sign-in-mails:resetPassword.reason'),
  validForMinutes: expiresInMinutes,
})

type CodeParams = {
  /** Six digits. */
  code: string
  /** What the code is for: the second factor of a sign-in, or re-authentication. */
  purpose: 'signIn' | 'reauthenticate'
  /** The path of the page that asks for it. */
  page: string
  expiresInMinutes: number
}

const oneTimeCode: Template<CodeParams> = ({ code, purpose, page, expiresInMinutes }, { t, appUrl }) => ({
  subject: t('sign-in-mails:oneTimeCode.subject', { code, brand: brand.name }),
  heading: t('sign-in-mails:oneTimeCode.heading'),
  sentences: [
    purpose === 'signIn'
      ? t('sign-in-mails:oneTimeCode.forSignIn')
      : t('sign-in-mails:oneTimeCode.forReauthentication'),
    t('sign-in-mails:oneTimeCode.validity', { count: expiresInMinutes }),
  ],
  code,
  action: { label: t('sign-in-mails:oneTimeCode.button'), url: `${appUrl}${page}` },
  reason:
    purpose === 'signIn'
      ? t('sign-in-mails:oneTimeCode.reasonSignIn')
      : t('sign-in-mails:oneTimeCode.reasonReauthentication'),
  validForMinutes: expiresInMinutes,
})

/**
 * A sign-in from a device that is new to the account. Browser and system come from our own list, never as
 * they were sent.
 */
const newSignIn: Template<{ browser: string | null; system: string | null }> = (
  { browser, system },
  { t, appUrl },
) => ({
  subject: t('sign-in-mails:newSignIn.subject', { brand: brand.name }),
  heading: t('sign-in-mails:newSignIn.heading'),
  sentences: [
    browser && system
      ? t('sign-in-mails:newSignIn.device', { browser, system })
      : t('sign-in-mails:newSignIn.unknownDevice'),
    t('sign-in-mails:newSignIn.what'),
    t('sign-in-mails:newSignIn.otherwise'),
  ],
  action: { label: t('sign-in-mails:newSignIn.button'), url: `${appUrl}/dashboard/settings` },
  alternative: { sentence: t('sign-in-mails:newSignIn.reset'), url: `${appUrl}/forgot-password` },
  reason: t('sign-in-mails:newSignIn.reason'),
})

/** The mails of signing up, signing in and a forgotten password. */
export const signInMails = {
  verifyEmail,
  alreadyRegistered,
  resetPassword,
  oneTimeCode,
  newSignIn,
}
