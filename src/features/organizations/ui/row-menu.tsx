import { Ellipsis } from 'lucide-react'
import { showToast } from '#/components/toast.ts'
import { MenuButton, type MenuGroup } from '#/components/menu-button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'

/** What else may be done about a row of users, behind three dots; `name` says whose it is. */
export function RowMenu({ name, groups }: { name: string; groups: readonly MenuGroup[] }) {
  const t = useTranslate()
  return (
    <MenuButton
      menuLabel={t('organizations:members.actionsOf', { name })}
      groups={groups}
      align="end"
      onUnavailable={() => void showToast('error', t('app:workspace.menuFailed'))}
      aria-label={t('organizations:list.openMenu')}
      className="grid size-8 cursor-pointer place-items-center rounded-lg hover:bg-accent pointer-coarse:size-11"
    >
      <Ellipsis className="size-4" aria-hidden="true" />
    </MenuButton>
  )
}
