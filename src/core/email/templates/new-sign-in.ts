import { brand } from '#/lib/brand.ts'
import type { Template } from './mail-template.ts'

/**
 * A sign-in from where the person has not been before. Browser and system come from a list of ours, never as
 * they were sent.
 */
export const newSignIn: Template<{ browser: string | null; system: string | null }> = (
  { browser, system },
  { t, appUrl },
) => ({
  subject: t('email:newSignIn.subject', { brand: brand.name }),
  heading: t('email:newSignIn.heading'),
  sentences: [
    browser && system ? t('email:newSignIn.device', { browser, system }) : t('email:newSignIn.unknownDevice'),
    t('email:newSignIn.what'),
    t('email:newSignIn.otherwise'),
  ],
  action: { label: t('email:newSignIn.button'), url: `${appUrl}/dashboard/settings` },
  alternative: { sentence: t('email:newSignIn.reset'), url: `${appUrl}/forgot-password` },
  reason: t('email:newSignIn.reason'),
})
