import type { Template } from '@plinth/core/mail/server'
import { brand } from '#/brand.ts'

const providerLinked: Template<{ provider: string }> = ({ provider }, { t, appUrl }) => ({
  subject: t('providers-mails:providerLinked.subject', { brand: brand.name, provider }),
  heading: t('providers-mails:providerLinked.heading', { provider }),
  sentences: [
    t('providers-mails:providerLinked.what'),
    t('providers-mails:providerLinked.otherwise', { provider }),
  ],
  action: { label: t('providers-mails:providerLinked.button'), url: `${appUrl}/forgot-password` },
  reason: t('providers-mails:providerLinked.reason'),
})

const providerUnlinked: Template<{ provider: string }> = ({ provider }, { t, appUrl }) => ({
  subject: t('providers-mails:providerUnlinked.subject', { brand: brand.name, provider }),
  heading: t('providers-mails:providerUnlinked.heading', { provider }),
  sentences: [t('providers-mails:providerUnlinked.what'), t('providers-mails:providerUnlinked.otherwise')],
  action: { label: t('providers-mails:providerUnlinked.button'), url: `${appUrl}/forgot-password` },
  reason: t('providers-mails:providerUnlinked.reason'),
})

export const providersMails = { providerLinked, providerUnlinked }
