import { brand } from '#/lib/brand.ts'
import type { Template } from './mail-template.ts'

export const providerUnlinked: Template<{ provider: string }> = ({ provider }, { t, appUrl }) => ({
  subject: t('email:providerUnlinked.subject', { brand: brand.name, provider }),
  heading: t('email:providerUnlinked.heading', { provider }),
  sentences: [t('email:providerUnlinked.what'), t('email:providerUnlinked.otherwise')],
  action: { label: t('email:providerUnlinked.button'), url: `${appUrl}/forgot-password` },
  reason: t('email:providerUnlinked.reason'),
})
