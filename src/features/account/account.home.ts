import { Mail } from 'lucide-react'
import type { FeatureHome } from '@plinth/core/feature'

export const home: FeatureHome = {
  steps: {
    // The mailed link verifies the address, and the banner can send it again.
    verifyEmail: {
      Icon: Mail,
      title: 'account:home.verifyEmail.title',
      text: 'account:home.verifyEmail.text',
    },
  },
}
