import { useNavigate } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import type { FeatureCommands } from '@plinth/core/feature'
import { useTranslate } from '@plinth/core/texts'

export const commands: FeatureCommands = {
  heading: 'app:nav.account',
  order: 530,
  useCommands() {
    const t = useTranslate()
    const navigate = useNavigate()
    return [
      {
        Icon: KeyRound,
        text: t('passkeys:shell.title'),
        words: t('passkeys:shell.words.title'),
        run: () => navigate({ to: '/dashboard/settings-enhanced', search: { tab: 'passkeys' } }),
      },
    ]
  },
}
