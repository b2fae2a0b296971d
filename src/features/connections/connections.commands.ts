import { useNavigate } from '@tanstack/react-router'
import { Plug } from 'lucide-react'
import type { FeatureCommands } from '@plinth/core/feature'
import { useTranslate } from '@plinth/core/texts'

export const commands: FeatureCommands = {
  heading: 'app:nav.account',
  order: 545,
  useCommands() {
    const t = useTranslate()
    const navigate = useNavigate()
    return [
      {
        Icon: Plug,
        text: t('connections:shell.title'),
        words: t('connections:shell.words'),
        run: () => navigate({ to: '/dashboard/settings-enhanced', search: { tab: 'connected-apps' } }),
      },
    ]
  },
}
