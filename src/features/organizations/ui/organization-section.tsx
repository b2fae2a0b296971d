import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { UserAvatar } from '#/components/user-avatar.tsx'
import { SettingsSection } from '#/components/settings-section.tsx'
import { showToast } from '#/components/toast.ts'
import { Button } from '#/components/ui/button.tsx'
import { useMay } from '@plinth/core/access'
import { useTranslate } from '@plinth/core/texts'
import { formWithFile, useTRPC } from '@plinth/core/client'
import { organizationsAccess } from '../organizations.access.ts'
import { OrganizationForm, type OrganizationFields } from './organization-form.tsx'
import { useOrganizationAct } from './use-organization-act.ts'
import { useActiveOrganization } from './use-active-organization.ts'

/** Name, slug and logo of the active organization, for users who may change them. */
export function OrganizationSection() {
  const t = useTranslate()
  const { organizations } = useTRPC()
  const queries = useQueryClient()
  const mayUpdate = useMay(organizationsAccess.update)
  const organization = useActiveOrganization()
  const act = useOrganizationAct()
  const [isOpen, setOpen] = useState(false)
  const updateOrganization = useMutation(organizations.update.mutationOptions())
  const uploadLogo = useMutation(organizations.uploadLogo.mutationOptions())
  if (!organization || !mayUpdate) return null
  const { id } = organization

  async function save({ name, slug, logo }: OrganizationFields) {
    await updateOrganization.mutateAsync({ id, name, slug })
    const isWhole = logo === undefined || (await act(() => uploadLogo.mutateAsync(formWithFile(logo))))
    if (isWhole) {
      void showToast('success', t('organizations:edit.done'))
      setOpen(false)
    }
    await queries.invalidateQueries(organizations.list.pathFilter())
  }

  return (
    <SettingsSection
      icon={
        <UserAvatar
          id={id}
          name={organization.name}
          image={organization.logo}
          isSquare
          className="size-9 text-base"
        />
      }
      title={organization.name}
      text={organization.slug}
      action={
        isOpen ? null : (
          <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
            {t('organizations:edit.open')}
          </Button>
        )
      }
    >
      {isOpen ? (
        <div className="max-w-[30rem]">
          <OrganizationForm key={id} organization={organization} onSave={save}>
            {(submit) => (
              <div className="flex flex-wrap gap-2">
                {submit(t('organizations:edit.submit'), t('organizations:edit.pending'))}
                <Button variant="ghost" onClick={() => setOpen(false)}>
                  {t('app:dialog.cancel')}
                </Button>
              </div>
            )}
          </OrganizationForm>
        </div>
      ) : null}
    </SettingsSection>
  )
}
