import { useNavigate } from '@tanstack/react-router'
import { ArrowLeftRight, Plus, UserPlus } from 'lucide-react'
import { useMay } from '@plinth/core/access'
import type { FeatureCommands } from '@plinth/core/feature'
import { useTranslate } from '@plinth/core/texts'
import { organizationsAccess } from './organizations.access.ts'
import { useNewOrganization } from './ui/new-organization.tsx'
import { useWorkspaces } from './ui/workspaces/use-workspaces.ts'

export const commands: FeatureCommands = {
  heading: 'app:nav.workspace',
  order: 200,
  useCommands({ viewer }) {
    const t = useTranslate()
    const navigate = useNavigate()
    const newOrganization = useNewOrganization()
    const { personal, organizations, enter } = useWorkspaces(viewer)
    const mayInvite = useMay(organizationsAccess.invite) && viewer.actor.workspace.organizationId !== null
    return [
      ...[personal, ...organizations]
        .filter(({ isActive }) => !isActive)
        .map((workspace) => ({
          id: workspace.id ?? undefined,
          Icon: ArrowLeftRight,
          text: `${t('organizations:shell.switch')}: ${workspace.name}`,
          run: () => enter(workspace),
        })),
      { Icon: Plus, text: t('organizations:shell.new'), run: newOrganization },
      ...(mayInvite
        ? [
            {
              Icon: UserPlus,
              text: t('organizations:shell.invite'),
              words: t('organizations:shell.words.invite'),
              run: () => navigate({ to: '/dashboard/workspace' }),
            },
          ]
        : []),
    ]
  },
}
