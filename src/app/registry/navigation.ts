import { useRouteContext, useRouter, type LinkProps } from '@tanstack/react-router'
import {
  ChartColumn,
  FileText,
  House,
  ListTodo,
  MessagesSquare,
  ScrollText,
  Settings,
  ShieldCheck,
  UserCog,
  Users,
  type LucideIcon,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { may } from '#/core/access/access.ts'
import { anonymous } from '#/core/access/actor.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { PendingTodos } from '#/features/todos/index.ts'
import { ruleOf } from './access.ts'

export type NavigationEntry = {
  to: LinkProps['to']
  label: TranslationKey
  Icon: LucideIcon
  /** The key that opens the page after `g`. Entries without one are reached through the palette. */
  letter?: string
  exact?: boolean
  /** Renders a number at the end of the entry in the wide sidebar. */
  Count?: ComponentType
}
export type NavigationGroup = {
  label: TranslationKey
  entries: readonly NavigationEntry[]
  /** Shown above the account, without its label. */
  isAtFoot?: boolean
}

const navigation: readonly NavigationGroup[] = [
  {
    label: 'app:nav.workspace',
    entries: [
      { to: '/dashboard', label: 'app:nav.home', Icon: House, letter: 'h', exact: true },
      { to: '/dashboard/posts', label: 'app:nav.posts', Icon: FileText, letter: 'p' },
      {
        to: '/dashboard/tanstack-db-example',
        label: 'app:nav.todos',
        Icon: ListTodo,
        letter: 't',
        Count: PendingTodos,
      },
      { to: '/dashboard/chat', label: 'app:nav.chat', Icon: MessagesSquare, letter: 'c' },
      { to: '/dashboard/workspace', label: 'app:nav.members', Icon: Users, letter: 'm' },
    ],
  },
  {
    label: 'app:nav.examples',
    entries: [
      { to: '/dashboard/protect-examples', label: 'app:nav.permissions', Icon: ShieldCheck, letter: 'e' },
    ],
  },
  {
    label: 'app:nav.admin',
    entries: [
      { to: '/dashboard/admin', label: 'app:nav.adminOverview', Icon: ChartColumn, letter: 'a', exact: true },
      { to: '/dashboard/admin/users', label: 'app:nav.users', Icon: UserCog, letter: 'u' },
      { to: '/dashboard/admin/audit', label: 'app:nav.audit', Icon: ScrollText, letter: 'l' },
    ],
  },
  {
    label: 'app:nav.settings',
    entries: [{ to: '/dashboard/settings', label: 'app:nav.settings', Icon: Settings, letter: 's' }],
    isAtFoot: true,
  },
]

/**
 * The navigation of the signed-in area, shown by the sidebar, the phone bar and the palette. Pages that the
 * user may not see are left out.
 */
export function useNavigation(): readonly NavigationGroup[] {
  const routes = useRouter().routesByPath
  const viewer = useRouteContext({ from: '__root__', select: (context) => context.viewer })
  const isOpen = ({ to }: NavigationEntry) => {
    const access = routes[to as keyof typeof routes]?.options.staticData?.access
    return access !== undefined && may(viewer?.actor ?? anonymous, ruleOf(access))
  }
  return navigation
    .map((group) => ({ ...group, entries: group.entries.filter(isOpen) }))
    .filter(({ entries }) => entries.length > 0)
}
