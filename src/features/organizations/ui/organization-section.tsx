import { useMutation, useQueryClient } from '@tanstack/react-query'
import { SettingsSection } from '#/components/settings-section.tsx'
import { showToast } from '#/components/toast.ts'
import { useMay } from '#/core/access/react.tsx'
import { requestAuth } from '#/core/auth/auth-request.ts'
import { membershipAccess } from '#/core/auth/membership/membership.access.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useTRPC } from '#/core/trpc/react.tsx'
import { formWithFile } from './form-with-file.ts'
import { OrganizationForm } from './organization-form.tsx'
import { useActiveOrganization } from './use-active-organization.ts'
import { useOrganizationAct } from './use-organization-act.ts'

type Fields = { name: string; slug: string; logo: File | undefined }

/** Name, slug and logo of the active organization, for those who may change them. */
export function OrganizationSection() {
  const t = useTranslate()
  const trpc = useTRPC()
  const queries = useQueryClient()
  const mayUpdate = useMay(membershipAccess.update)
  const organization = useActiveOrganization()
  const { call } = useOrganizationAct()
  const uploadLogo = useMutation(trpc.organizations.uploadLogo.mutationOptions())
  if (!organization || !mayUpdate) return null

  async function save({ name, slug, logo }: Fields) {
    const { refused } = await requestAuth('/organization/update', { body: { data: { name, slug } } })
    if (refused) return refused
    const isWhole = logo === undefined || (await call(() => uploadLogo.mutateAsync(formWithFile(logo))))
    if (isWhole) void showToast('success', t('organizations:edit.done'))
    await queries.invalidateQueries(trpc.organizations.mine.pathFilter())
    return undefined
  }

  return (
    <SettingsSection title={t('organizations:edit.title')} text={t('organizations:edit.text')}>
      <OrganizationForm key={organization.id} organization={organization} onSave={save}>
        {(submit) => <div>{submit(t('organizations:edit.submit'), t('organizations:edit.pending'))}</div>}
      </OrganizationForm>
    </SettingsSection>
  )
}
