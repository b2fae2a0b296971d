import { Ellipsis } from 'lucide-react'
import { rowButtonClass } from '#/components/data-table/data-table-parts.tsx'
import { showToast } from '#/components/toast.ts'
import { MenuButton, type MenuGroup } from '#/components/menu-button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'

type RowMenuProps = { name: string; groups: readonly MenuGroup[]; className?: string }

/** The menu of further actions on a row. `name` labels it for screen readers. */
export function RowMenu({ name, groups, className = '' }: RowMenuProps) {
  const t = useTranslate()
  return (
    <MenuButton
      menuLabel={t('organizations:members.actionsOf', { name })}
      groups={groups}
      align="end"
      onUnavailable={() => void showToast('error', t('app:workspace.menuFailed'))}
      aria-label={t('organizations:list.openMenu')}
      className={`${rowButtonClass} ${className}`}
    >
      <Ellipsis className="size-4" aria-hidden="true" />
    </MenuButton>
  )
}
