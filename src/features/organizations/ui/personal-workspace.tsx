import { EmptyState } from '#/components/empty-state.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useNewOrganization } from './new-organization.tsx'

/** Explains why the personal workspace has no members, and offers to create an organization. */
export function PersonalWorkspace() {
  const t = useTranslate()
  const open = useNewOrganization()
  return (
    <EmptyState
      title={t('organizations:personal.title')}
      text={`${t('organizations:errors.invitePersonal')} ${t('organizations:personal.text')}`}
      action={<Button onClick={open}>{t('organizations:new.open')}</Button>}
    />
  )
}
