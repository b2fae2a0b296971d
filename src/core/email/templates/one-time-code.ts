import { brand } from '#/lib/brand.ts'
import type { Template } from './mail-template.ts'

type CodeParams = {
  /** Six digits. */
  code: string
  /** What it is asked for: the second factor of a sign-in, or proof of the person in front of a session. */
  purpose: 'signIn' | 'prove'
  expiresInMinutes: number
}

export const oneTimeCode: Template<CodeParams> = ({ code, purpose, expiresInMinutes }, { t, appUrl }) => ({
  subject: t('email:oneTimeCode.subject', { brand: brand.name }),
  heading: t('email:oneTimeCode.heading'),
  sentences: [
    purpose === 'signIn' ? t('email:oneTimeCode.forSignIn') : t('email:oneTimeCode.forProof'),
    t('email:oneTimeCode.validity', { count: expiresInMinutes }),
  ],
  code,
  action: {
    label: t('email:oneTimeCode.button'),
    url: purpose === 'signIn' ? `${appUrl}/two-factor/otp` : `${appUrl}/dashboard/settings`,
  },
  reason: purpose === 'signIn' ? t('email:oneTimeCode.reasonSignIn') : t('email:oneTimeCode.reasonProof'),
  validForMinutes: expiresInMinutes,
})
