import { useNavigate } from '@tanstack/react-router'
import { MonitorSmartphone, RectangleEllipsis } from 'lucide-react'
import type { FeatureCommands } from '@plinth/core/feature'
import { useTranslate } from '@plinth/core/texts'

const sections = [
  { tab: 'password', name: 'password', Icon: RectangleEllipsis },
  { tab: 'sessions', name: 'sessions', Icon: MonitorSmartphone },
] as const

export const commands: FeatureCommands = {
  heading: 'app:nav.account',
  order: 500,
  useCommands() {
    const t = useTranslate()
    const navigate = useNavigate()
    return sections.map(({ tab, name, Icon }) => ({
      Icon,
      text: t(`account:shell.${name}`),
      words: t(`account:shell.words.${name}`),
      run: () => navigate({ to: '/dashboard/settings-enhanced', search: { tab } }),
    }))
  },
}
