import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isAbsent, Part } from '#/components/part/part.tsx'
import {
  Sidebar,
  SidebarContent,
  SidebarFooter,
  SidebarGroup,
  SidebarGroupLabel,
  SidebarMenu,
  SidebarMenuButton,
  SidebarMenuItem,
  SidebarTrigger,
  useSidebar,
} from '#/components/ui/sidebar.tsx'
import { type Viewer, anonymous, may } from '@plinth/core/access'
import { useTranslate } from '@plinth/core/texts'
import type { NavigationEntry } from '@plinth/core/feature'
import { useTRPC } from '@plinth/core/client'
import { useMarkOfEntry, useNavigation, useViewer } from './slots/navigation.ts'
import { WorkspaceMenu } from './workspace-name.tsx'
import { AccountArea } from './account-area.tsx'

/** Navigation on wide screens: 240 px, or a rail of 57 px with icons only. Tablets always have the rail. */
export function AppSidebar({ viewer }: { viewer: Viewer }) {
  const t = useTranslate()
  const navigation = useNavigation()
  const { open } = useSidebar()
  const toggle = t(open ? 'app:nav.collapse' : 'app:nav.expand')
  return (
    <Sidebar role="complementary">
      <SidebarContent>
        <WorkspaceMenu viewer={viewer} />
        <nav aria-label={t('app:nav.label')} className="grid gap-4 rail:gap-2">
          {navigation
            .filter(({ isAtFoot }) => !isAtFoot)
            .map(({ label, entries }) => (
              <SidebarGroup key={label}>
                <SidebarGroupLabel>{t(label)}</SidebarGroupLabel>
                <Links entries={entries} />
              </SidebarGroup>
            ))}
        </nav>
      </SidebarContent>
      <SidebarFooter>
        <div className="flex items-center gap-0.5 px-2 rail:flex-col">
          <Links entries={navigation.filter(({ isAtFoot }) => isAtFoot).flatMap(({ entries }) => entries)} />
          <SidebarTrigger aria-label={toggle} title={toggle} className="shrink-0 max-lg:hidden" />
        </div>
        <div className="border-t border-sidebar-border p-2">
          <AccountArea viewer={viewer} />
        </div>
      </SidebarFooter>
    </Sidebar>
  )
}

function Links({ entries }: { entries: readonly NavigationEntry[] }) {
  const t = useTranslate()
  const markOfEntry = useMarkOfEntry()
  const viewer = useViewer()
  return (
    <SidebarMenu className="w-full">
      {entries.map(({ to, label, Icon, name, exact, count }) => (
        <SidebarMenuItem key={to}>
          <SidebarMenuButton
            tooltip={t(label)}
            render={
              <Link
                to={to}
                activeOptions={{ exact: exact ?? false }}
                activeProps={{ 'aria-current': 'page' }}
                inactiveProps={markOfEntry(name)}
              >
                <Icon aria-hidden="true" />
                <span>{t(label)}</span>
                {count && may(viewer?.actor ?? anonymous, count.rule) ? (
                  <small className="text-xs font-normal text-muted-foreground tabular-nums rail:hidden">
                    <Part failed={isAbsent}>
                      <Count of={count} />
                    </Part>
                  </small>
                ) : null}
              </Link>
            }
          />
        </SidebarMenuItem>
      ))}
    </SidebarMenu>
  )
}

/** Shows nothing for none, and until the number has arrived. */
function Count({ of }: { of: NonNullable<NavigationEntry['count']> }) {
  const { data } = useQuery(of.query(useTRPC()))
  return data?.count || null
}
