import { brand } from '#/lib/brand.ts'
import type { Template } from './mail-template.ts'

export const providerLinked: Template<{ provider: string }> = ({ provider }, { t, appUrl }) => ({
  subject: t('email:providerLinked.subject', { brand: brand.name, provider }),
  heading: t('email:providerLinked.heading', { provider }),
  sentences: [t('email:providerLinked.what'), t('email:providerLinked.otherwise', { provider })],
  action: { label: t('email:providerLinked.button'), url: `${appUrl}/forgot-password` },
  reason: t('email:providerLinked.reason'),
})
