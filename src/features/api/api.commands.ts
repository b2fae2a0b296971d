import { useNavigate } from '@tanstack/react-router'
import { Braces, KeySquare } from 'lucide-react'
import type { FeatureCommands } from '@plinth/core/feature'
import { useTranslate } from '@plinth/core/texts'

export const commands: FeatureCommands = {
  heading: 'app:nav.account',
  order: 540,
  useCommands() {
    const t = useTranslate()
    const navigate = useNavigate()
    return [
      {
        Icon: Braces,
        text: t('api:shell.reference'),
        words: t('api:shell.words'),
        run: () => navigate({ to: '/dashboard/api' }),
      },
      {
        Icon: KeySquare,
        text: t('api:shell.title'),
        words: t('api:shell.words'),
        run: () => navigate({ to: '/dashboard/settings-enhanced', search: { tab: 'api-keys' } }),
      },
    ]
  },
}
