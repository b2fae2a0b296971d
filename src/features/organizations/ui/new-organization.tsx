import { createContext, use, useCallback, useState, type ReactNode } from 'react'
import { lazyPart } from '#/components/part/lazy-part.tsx'
import { showToast } from '#/components/toast.ts'
import { useMay } from '@plinth/core/access'
import { useTranslate } from '@plinth/core/texts'
import { organizationsAccess } from '../organizations.access.ts'

const NewOrganizationDialog = lazyPart(() => import('./new-organization-dialog.tsx'))
const NewOrganizationContext = createContext<() => void>(() => {})

/** Opens the form for a new organization from anywhere in the signed-in area. */
export const useNewOrganization = () => use(NewOrganizationContext)

/** Renders the form. Users without a verified address get a toast instead. */
export function NewOrganization({ children }: { children: ReactNode }) {
  const t = useTranslate()
  const mayCreate = useMay(organizationsAccess.create)
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const open = useCallback(() => {
    if (!mayCreate) return void showToast('error', t('errors:verifyFirst'))
    setWanted(true)
    setOpen(true)
  }, [mayCreate, t])
  return (
    <NewOrganizationContext value={open}>
      {children}
      {isWanted ? <NewOrganizationDialog isOpen={isOpen} onOpenChange={setOpen} /> : null}
    </NewOrganizationContext>
  )
}
