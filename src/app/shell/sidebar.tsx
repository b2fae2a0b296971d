import { Link } from '@tanstack/react-router'
import { PanelLeft } from 'lucide-react'
import { Button } from '#/components/ui/button.tsx'
import type { Viewer } from '#/core/auth/viewer.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { cn } from '#/lib/cn.ts'
import { useNavigation, type NavigationEntry } from '../registry/navigation.ts'
import { AccountMenu } from './switchers/account-menu.tsx'
import { WorkspaceSwitcher } from './switchers/workspace-switcher.tsx'

type SidebarProps = { viewer: Viewer; collapsed: boolean; onToggle: () => void }

/**
 * Navigation of wide screens: 240 px, or a rail of 57 px with icons only, which a tablet always has. It is as
 * high as the page and both halves are sticky, so the account menu is visible below any banner. View
 * transitions don't move it.
 */
export function Sidebar({ viewer, collapsed, onToggle }: SidebarProps) {
  const t = useTranslate()
  const navigation = useNavigation()
  return (
    <aside className="hidden flex-col border-r border-sidebar-border bg-sidebar md:flex">
      <div className="sticky top-0 flex max-h-[calc(100dvh-7rem)] min-h-0 flex-col gap-3 overflow-x-hidden overflow-y-auto p-2 [scrollbar-width:none] [view-transition-name:sidebar]">
        <WorkspaceSwitcher viewer={viewer} isNarrow={collapsed} />
        <nav
          aria-label={t('app:nav.label')}
          className={cn('grid max-lg:gap-2', collapsed ? 'gap-2' : 'gap-4')}
        >
          {navigation
            .filter(({ isAtFoot }) => !isAtFoot)
            .map(({ label, entries }, index) => (
              <div
                key={label}
                className={cn(
                  'grid gap-px',
                  index > 0 && 'border-sidebar-border max-lg:border-t max-lg:pt-2',
                  index > 0 && collapsed && 'border-t pt-2',
                )}
              >
                <p
                  className={
                    collapsed
                      ? 'sr-only'
                      : 'h-6 px-2 text-xs leading-5 font-medium text-muted-foreground max-lg:sr-only'
                  }
                >
                  {t(label)}
                </p>
                {entries.map((entry) => (
                  <SidebarLink key={entry.to} entry={entry} collapsed={collapsed} />
                ))}
              </div>
            ))}
        </nav>
      </div>
      <div className="sticky bottom-0 mt-auto bg-sidebar pt-2 [view-transition-name:sidebar-foot]">
        <div className={cn('flex items-center gap-0.5 px-2 pb-2', collapsed && 'flex-col')}>
          {navigation
            .filter(({ isAtFoot }) => isAtFoot)
            .flatMap(({ entries }) => entries)
            .map((entry) => (
              <SidebarLink key={entry.to} entry={entry} collapsed={collapsed} />
            ))}
          <Button
            variant="ghost"
            size="icon"
            aria-label={t(collapsed ? 'app:nav.expand' : 'app:nav.collapse')}
            title={t(collapsed ? 'app:nav.expand' : 'app:nav.collapse')}
            aria-expanded={!collapsed}
            onClick={onToggle}
            className="h-8 shrink-0 text-muted-foreground hover:bg-sidebar-accent hover:text-foreground max-lg:hidden"
          >
            <PanelLeft className="size-4" strokeWidth={1.75} aria-hidden="true" />
          </Button>
        </div>
        <div className="border-t border-sidebar-border p-2">
          <AccountMenu viewer={viewer} isNarrow={collapsed} />
        </div>
      </div>
    </aside>
  )
}

function SidebarLink({ entry, collapsed }: { entry: NavigationEntry; collapsed: boolean }) {
  const t = useTranslate()
  const { to, label, Icon, exact } = entry
  return (
    <Link
      to={to}
      activeOptions={{ exact: exact ?? false }}
      title={t(label)}
      className={cn(
        'group/link flex h-8 min-w-0 flex-1 items-center gap-2.5 rounded-lg px-2 font-medium text-sidebar-foreground transition-colors duration-[120ms] hover:bg-sidebar-accent hover:text-sidebar-accent-foreground max-lg:h-9 max-lg:justify-center pointer-coarse:h-11',
        collapsed && 'h-9 w-full flex-none justify-center',
      )}
      activeProps={{ className: 'bg-sidebar-accent text-sidebar-accent-foreground', 'aria-current': 'page' }}
    >
      <Icon
        className="size-4 shrink-0 opacity-80 group-hover/link:opacity-100 group-aria-[current]/link:opacity-100"
        strokeWidth={1.75}
        aria-hidden="true"
      />
      <span className={collapsed ? 'sr-only' : 'min-w-0 flex-1 truncate max-lg:sr-only'}>{t(label)}</span>
    </Link>
  )
}
