import { Link } from '@tanstack/react-router'
import type { Viewer } from '#/core/auth/viewer.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useNavigation, type NavigationEntry } from '../registry/navigation.ts'
import { AccountMenu } from './switchers/account-menu.tsx'
import { WorkspaceSwitcher } from './switchers/workspace-switcher.tsx'

/**
 * Navigation of wide screens: 240 px, or a rail of 56 px with icons only, which a tablet always has. It is as
 * high as the page and both halves are sticky, so the account menu is visible below any banner. View
 * transitions don't move it.
 */
export function Sidebar({ viewer, collapsed }: { viewer: Viewer; collapsed: boolean }) {
  const t = useTranslate()
  const navigation = useNavigation()
  return (
    <aside className="hidden flex-col border-r border-sidebar-border bg-sidebar md:flex">
      <div className="sticky top-0 flex max-h-[calc(100dvh-7rem)] min-h-0 flex-col gap-3 overflow-x-hidden overflow-y-auto p-2 [view-transition-name:sidebar]">
        <WorkspaceSwitcher viewer={viewer} isNarrow={collapsed} />
        <nav aria-label={t('app:nav.label')} className="grid gap-4">
          {navigation
            .filter(({ isAtFoot }) => !isAtFoot)
            .map(({ label, entries }) => (
              <div key={label} className="grid gap-0.5">
                <p
                  className={
                    collapsed
                      ? 'sr-only'
                      : 'px-2 pb-1 text-xs font-medium text-muted-foreground max-lg:sr-only'
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
      <div className="sticky bottom-0 mt-auto grid gap-1 bg-sidebar px-2 pb-2 [view-transition-name:sidebar-foot]">
        {navigation
          .filter(({ isAtFoot }) => isAtFoot)
          .flatMap(({ entries }) => entries)
          .map((entry) => (
            <SidebarLink key={entry.to} entry={entry} collapsed={collapsed} />
          ))}
        <AccountMenu viewer={viewer} isNarrow={collapsed} />
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
      className="flex h-8 items-center gap-2.5 rounded-lg px-2 font-medium text-sidebar-foreground hover:bg-sidebar-accent hover:text-sidebar-accent-foreground max-lg:justify-center"
      activeProps={{ className: 'bg-sidebar-accent text-sidebar-accent-foreground', 'aria-current': 'page' }}
    >
      <Icon className="size-4 shrink-0" strokeWidth={1.75} aria-hidden="true" />
      <span className={collapsed ? 'sr-only' : 'min-w-0 flex-1 truncate max-lg:sr-only'}>{t(label)}</span>
    </Link>
  )
}
