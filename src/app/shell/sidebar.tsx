import { Link } from '@tanstack/react-router'
import { PanelLeft } from 'lucide-react'
import { Mark } from '#/components/mark.tsx'
import { Button } from '#/components/ui/button.tsx'
import type { Viewer } from '#/core/auth/viewer.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { brand } from '#/lib/brand.ts'
import { AccountMenu } from './switchers/account-menu.tsx'
import { useNavigation } from '../registry/navigation.ts'
import { WorkspaceSwitcher } from './switchers/workspace-switcher.tsx'

/**
 * Navigation of wide screens: 248 px, or 56 px with icons only. It is as high as the page and both halves are
 * sticky, so the account menu is visible below any banner. View transitions don't move it.
 */
export function Sidebar({
  viewer,
  collapsed,
  onToggle,
}: {
  viewer: Viewer
  collapsed: boolean
  onToggle: () => void
}) {
  const t = useTranslate()
  const navigation = useNavigation()
  return (
    <aside className="hidden flex-col border-r border-border bg-muted md:flex">
      <div className="sticky top-0 flex max-h-[calc(100dvh-7.5rem)] min-h-0 flex-col gap-5 overflow-x-hidden overflow-y-auto p-2 [view-transition-name:sidebar]">
        <div className="flex items-center justify-between gap-1">
          {collapsed ? null : (
            <Link
              to="/dashboard"
              className="flex items-center gap-2 rounded-lg px-2 py-1.5 text-lg font-semibold"
            >
              <Mark />
              {brand.name}
            </Link>
          )}
          <Button
            variant="ghost"
            size="icon"
            aria-label={collapsed ? t('app:nav.expand') : t('app:nav.collapse')}
            aria-expanded={!collapsed}
            onClick={onToggle}
            className="hover:bg-border"
          >
            <PanelLeft className="size-4" aria-hidden="true" />
          </Button>
        </div>
        <WorkspaceSwitcher viewer={viewer} isNarrow={collapsed} />
        <nav aria-label={t('app:nav.label')} className="grid gap-4">
          {navigation.map(({ label, entries }) => (
            <div key={label} className="grid gap-0.5">
              <p className={collapsed ? 'sr-only' : 'px-3 pb-1 text-xs text-muted-foreground'}>{t(label)}</p>
              {entries.map(({ to, label: name, Icon, exact }) => (
                <Link
                  key={to}
                  to={to}
                  activeOptions={{ exact: exact ?? false }}
                  title={collapsed ? t(name) : undefined}
                  className="flex h-9 items-center gap-2.5 rounded-lg px-3 text-muted-foreground hover:bg-border/50 hover:text-foreground"
                  activeProps={{ className: 'bg-card font-medium text-foreground', 'aria-current': 'page' }}
                >
                  <Icon className="size-4 shrink-0" aria-hidden="true" />
                  <span className={collapsed ? 'sr-only' : 'truncate'}>{t(name)}</span>
                </Link>
              ))}
            </div>
          ))}
        </nav>
      </div>
      <div className="sticky bottom-0 mt-auto bg-muted p-2 [view-transition-name:sidebar-foot]">
        <AccountMenu viewer={viewer} isNarrow={collapsed} />
      </div>
    </aside>
  )
}
