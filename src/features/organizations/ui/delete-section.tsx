import { useMutation } from '@tanstack/react-query'
import { SettingsSection } from '#/components/settings-section.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useConfirm } from '#/components/dialog/use-confirm.tsx'
import { useMay } from '@plinth/core/access'
import { useRefreshViewer } from '@plinth/core/auth'
import { useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { organizationsAccess } from '../organizations.access.ts'
import { useOrganizationAct } from './use-organization-act.ts'
import { useActiveOrganization } from './use-active-organization.ts'

/**
 * Deletes the active organization with everything in it, for owners. Irreversible, so the user has to type
 * its slug.
 */
export function DeleteSection() {
  const t = useTranslate()
  const refresh = useRefreshViewer()
  const mayDelete = useMay(organizationsAccess.delete)
  const organization = useActiveOrganization()
  const act = useOrganizationAct()
  const deleteOrganization = useMutation(useTRPC().organizations.delete.mutationOptions())
  const { ask, dialog } = useConfirm()
  if (!organization || !mayDelete) return null
  const { id, name, slug } = organization

  async function destroy(): Promise<boolean> {
    let isDone = false
    const run = () => deleteOrganization.mutateAsync({ id })
    await refresh({ first: async () => (isDone = await act(run, t('organizations:delete.done', { name }))) })
    return isDone
  }

  return (
    <SettingsSection
      title={t('organizations:delete.title')}
      text={t('organizations:delete.text')}
      action={
        <Button
          variant="outline"
          size="sm"
          className="text-destructive-text!"
          onClick={() =>
            ask({
              title: t('organizations:delete.question', { name }),
              text: t('organizations:delete.consequence'),
              confirmLabel: t('organizations:delete.submit', { name }),
              pendingLabel: t('organizations:delete.pending'),
              typed: { label: t('organizations:delete.typed', { slug }), expected: slug },
              onConfirm: destroy,
            })
          }
        >
          {t('organizations:delete.open')}
        </Button>
      }
    >
      {dialog}
    </SettingsSection>
  )
}
