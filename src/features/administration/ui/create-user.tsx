import { Plus } from 'lucide-react'
import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '@plinth/core/texts'
import { useActs } from './user-acts.ts'

/** The button that opens the form, inside the provider of the actions. */
export function CreateUser() {
  const t = useTranslate()
  const { create } = useActs()
  return (
    <Button onClick={create}>
      <Plus className="size-4" aria-hidden="true" />
      {t('administration:create.submit')}
    </Button>
  )
}
