import { useMutation, useQueryClient } from '@tanstack/react-query'
import { SettingsSection } from '#/components/settings-section.tsx'
import { showToast } from '#/components/toast.ts'
import { useMay } from '#/core/access/react.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useTRPC } from '#/core/trpc/react.tsx'
import { organizationsAccess } from '../organizations.access.ts'
import { formWithFile } from './form-with-file.ts'
import { OrganizationForm, type OrganizationFields } from './organization-form.tsx'
import { useAct } from './use-act.ts'
import { useActiveOrganization } from './use-active-organization.ts'

/** Name, slug and logo of the active organization, for those who may change them. */
export function OrganizationSection() {
  const t = useTranslate()
  const { organizations } = useTRPC()
  const queries = useQueryClient()
  const mayUpdate = useMay(organizationsAccess.update)
  const organization = useActiveOrganization()
  const act = useAct()
  const updateOrganization = useMutation(organizations.update.mutationOptions())
  const uploadLogo = useMutation(organizations.uploadLogo.mutationOptions())
  if (!organization || !mayUpdate) return null
  const { id } = organization

  async function save({ name, slug, logo }: OrganizationFields) {
    await updateOrganization.mutateAsync({ id, name, slug })
    const isWhole = logo === undefined || (await act(() => uploadLogo.mutateAsync(formWithFile(logo))))
    if (isWhole) void showToast('success', t('organizations:edit.done'))
    await queries.invalidateQueries(organizations.list.pathFilter())
  }

  return (
    <SettingsSection title={t('organizations:edit.title')} text={t('organizations:edit.text')}>
      <OrganizationForm key={id} organization={organization} onSave={save}>
        {(submit) => <div>{submit(t('organizations:edit.submit'), t('organizations:edit.pending'))}</div>}
      </OrganizationForm>
    </SettingsSection>
  )
}
