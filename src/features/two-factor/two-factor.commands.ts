import { useNavigate } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import type { FeatureCommands } from '@plinth/core/feature'
import { useTranslate } from '@plinth/core/texts'

export const commands: FeatureCommands = {
  heading: 'app:nav.account',
  order: 520,
  useCommands() {
    const t = useTranslate()
    const navigate = useNavigate()
    return [
      {
        Icon: ShieldCheck,
        text: t('two-factor:shell.title'),
        words: t('two-factor:shell.words.title'),
        run: () => navigate({ to: '/dashboard/settings-enhanced', search: { tab: 'two-factor' } }),
      },
    ]
  },
}
