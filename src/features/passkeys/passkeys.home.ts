import { KeyRound } from 'lucide-react'
import type { FeatureHome } from '@plinth/core/feature'

export const home: FeatureHome = {
  steps: {
    passkey: {
      Icon: KeyRound,
      title: 'passkeys:home.passkey.title',
      text: 'passkeys:home.passkey.text',
      action: {
        label: 'passkeys:home.passkey.do',
        link: { to: '/dashboard/settings-enhanced', search: { tab: 'passkeys' } },
      },
    },
  },
}
