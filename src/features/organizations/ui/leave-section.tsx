import { useMutation, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { SettingsSection } from '#/components/settings-section.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useConfirm } from '#/components/dialog/use-confirm.tsx'
import { useRefreshViewer } from '@plinth/core/auth'
import type { Viewer } from '@plinth/core/access'
import { useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { memberPages } from './my-organizations.ts'
import { useOrganizationAct } from './use-organization-act.ts'
import { useActiveOrganization } from './use-active-organization.ts'

/** Leaves the active organization for the personal workspace. The last owner reads why they can't. */
export function LeaveSection({ viewer }: { viewer: Viewer }) {
  const t = useTranslate()
  const refresh = useRefreshViewer()
  const act = useOrganizationAct()
  const organization = useActiveOrganization()?.name ?? ''
  const leaveOrganization = useMutation(useTRPC().organizations.leave.mutationOptions())
  const { ask, dialog } = useConfirm()
  const owners = useSuspenseInfiniteQuery(memberPages(useTRPC()))
    .data.pages.flatMap(({ items }) => items)
    .filter(({ role }) => role === 'owner')
  const isLastOwner = owners.length === 1 && owners[0]?.userId === viewer.actor.userId

  async function leave(): Promise<boolean> {
    let isDone = false
    const run = () => leaveOrganization.mutateAsync()
    await refresh({
      first: async () => (isDone = await act(run, t('organizations:members.left', { organization }))),
    })
    return isDone
  }
  const open = () =>
    ask({
      title: t('organizations:members.leaveTitle', { organization }),
      text: t('organizations:members.leaveText'),
      confirmLabel: t('organizations:members.leaveSubmit', { organization }),
      pendingLabel: t('organizations:members.leaving'),
      onConfirm: leave,
    })
  return (
    <SettingsSection
      title={t('organizations:members.leaveSubmit', { organization })}
      text={t(isLastOwner ? 'organizations:errors.lastOwner' : 'organizations:members.leaveText')}
      action={
        isLastOwner ? null : (
          <Button variant="outline" size="sm" className="text-destructive-text!" onClick={open}>
            {t('organizations:members.leave')}
          </Button>
        )
      }
    >
      {dialog}
    </SettingsSection>
  )
}
