import { useMutation } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { TitledDialog, DialogActions, type DialogState } from '#/components/dialog/titled-dialog.tsx'
import { showToast } from '#/components/toast.ts'
import { formWithFile, useTRPC, writeFor } from '@plinth/core/client'
import { useRefreshViewer } from '@plinth/core/auth'
import { ownerOf } from '@plinth/core/access'
import { useTranslate } from '@plinth/core/texts'
import { OrganizationForm, type OrganizationFields } from './organization-form.tsx'
import { useOrganizationAct } from './use-organization-act.ts'

/** Creates an organization, uploads its logo and switches to it. */
export default function NewOrganizationDialog({ isOpen, onOpenChange }: DialogState) {
  const t = useTranslate()
  const act = useOrganizationAct()
  const refresh = useRefreshViewer()
  const actor = useRouteContext({ from: '__root__', select: ({ viewer }) => viewer?.actor })
  const { organizations } = useTRPC()
  const createOrganization = useMutation(organizations.create.mutationOptions())
  const uploadLogo = useMutation(organizations.uploadLogo.mutationOptions())

  async function create({ name, slug, logo }: OrganizationFields) {
    const { id } = await createOrganization.mutateAsync({ name, slug })
    void showToast('success', t('organizations:new.done'))
    const owner = actor && ownerOf({ ...actor, workspace: { organizationId: id, role: 'owner' } })
    // The session has already switched to the new organization, but the page has not.
    const sendLogo = async () =>
      logo && owner && writeFor(owner, () => act(() => uploadLogo.mutateAsync(formWithFile(logo))))
    await refresh({ to: '/dashboard/workspace', first: sendLogo })
    onOpenChange(false)
  }

  return (
    <TitledDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('organizations:new.title')}
      text={t('organizations:new.text')}
    >
      <OrganizationForm onSave={create}>
        {(submit) => (
          <DialogActions onCancel={() => onOpenChange(false)}>
            {submit(t('organizations:new.submit'), t('organizations:new.pending'))}
          </DialogActions>
        )}
      </OrganizationForm>
    </TitledDialog>
  )
}
