import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '@plinth/core/texts'
import { useNewOrganization } from './new-organization.tsx'

/** Opens the dialog for a new organization, from the first steps of a new user. */
export function NewOrganizationStep() {
  const t = useTranslate()
  const open = useNewOrganization()
  return (
    <Button variant="outline" className="max-sm:w-full" onClick={open}>
      {t('organizations:home.organization.do')}
    </Button>
  )
}
