import {
  useMatches,
  useRouteContext,
  useRouter,
  type AnyRoute,
  type RegisteredRouter,
} from '@tanstack/react-router'
import { House, Settings } from 'lucide-react'
import { type Viewer, anonymous, may } from '@plinth/core/access'
import { type Feature, type NavigationEntry, navigationGroups } from '@plinth/core/feature'
import type { TranslationKey } from '@plinth/core/texts'
import type { Trpc } from '@plinth/core/client'
import { ruleOf } from './access.ts'
import { features } from './features.ts'
import { keyed, merged } from '@plinth/core/app'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** For a page without an entry: the one above it in the breadcrumb, whose entry is current. */
    entry?: NavigationEntry['name']
    /** For a page with a crumb: the key that opens it while no field, dialog or menu has the focus. */
    key?: string
  }
}

export type NavigationGroup = {
  label: TranslationKey
  entries: readonly NavigationEntry[]
  /** Shown above the account, without its label. */
  isAtFoot: boolean
}

const ownEntries: readonly NavigationEntry[] = [
  {
    group: 'workspace',
    order: 10,
    to: '/dashboard',
    label: 'app:nav.home',
    Icon: House,
    letter: 'h',
    exact: true,
  },
  {
    group: 'foot',
    order: 10,
    to: '/dashboard/settings',
    label: 'app:nav.settings',
    Icon: Settings,
    letter: 's',
    name: 'settings',
  },
]

const labels = {
  workspace: 'app:nav.workspace',
  examples: 'app:nav.examples',
  admin: 'app:nav.admin',
  foot: 'app:nav.settings',
} as const satisfies Record<(typeof navigationGroups)[number], TranslationKey>

const entries = [...ownEntries, ...features.flatMap(({ navigation = [] }) => navigation)].toSorted(
  (one, other) => one.order - other.order,
)

type Pages = Pick<Feature, 'name' | 'navigation'>

/** Throws if two have the same. */
const refuseTwice = (what: string, keysOf: (pages: Pages) => Record<string, unknown>) =>
  merged(
    what,
    [{ name: 'app', navigation: ownEntries }, ...features].map((pages: Pages) => ({
      name: pages.name,
      entries: keysOf(pages),
    })),
  )
refuseTwice('the key after g:', ({ navigation = [] }) =>
  keyed(
    navigation.filter(({ letter }) => letter),
    ({ letter = '' }) => letter,
  ),
)
refuseTwice('the entry of', ({ navigation }) => keyed(navigation, ({ to }) => to))

/** The queries of the numbers in this user's navigation. */
export const navigationCounts = (trpc: Trpc, { actor }: Viewer) =>
  entries.flatMap(({ count }) => (count && may(actor, count.rule) ? count.query(trpc) : []))

/**
 * The navigation of the signed-in area, shown by the sidebar, the phone bar and the palette. Pages that the
 * user may not see are left out.
 */
export function useNavigation(): readonly NavigationGroup[] {
  const router = useRouter()
  return navigationOf(router, useViewer())
}

/** The entry of the list that the shown page is below, by their paths. */
export function useListAbove(): NavigationEntry | undefined {
  const { routesByPath }: { routesByPath: object } = useRouter()
  const routes = routesByPath as Record<string, AnyRoute | undefined>
  const here = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' })
  return useNavigation()
    .flatMap((group) => group.entries)
    .find(({ to }) => here.startsWith(`${to}/`) && routes[to]?.options.staticData?.shape === 'list')
}

/** What is shown of the matches: up to the one that says that there is no such page. */
export function shownOf<Match extends { status: string }>(matches: readonly Match[]): readonly Match[] {
  const end = matches.findIndex(({ status }) => status === 'notFound')
  return end < 0 ? matches : matches.slice(0, end + 1)
}

/** Marks the entry of the shown page if that is another page's; links mark their own. */
export function useMarkOfEntry(): (name: NavigationEntry['name']) => {
  'aria-current'?: 'page'
} {
  const entry = useMatches({
    select: (matches) => shownOf(matches).findLast(({ staticData }) => staticData.entry)?.staticData.entry,
  })
  return (name) => (name && name === entry ? { 'aria-current': 'page' } : {})
}

/** The signed-in user; null for a visitor. */
export const useViewer = (): Viewer | null =>
  useRouteContext({ from: '__root__', select: (context) => context.viewer })

/** The navigation of this user, for code that runs later than a component. */
export function navigationOf(
  { routesByPath: routes }: Pick<RegisteredRouter, 'routesByPath'>,
  viewer: Viewer | null,
): readonly NavigationGroup[] {
  const isOpen = ({ to }: NavigationEntry) => {
    const access = routes[to as keyof typeof routes]?.options.staticData?.access
    return access !== undefined && may(viewer?.actor ?? anonymous, ruleOf(access))
  }
  return navigationGroups
    .map((group) => ({
      label: labels[group],
      entries: entries.filter((entry) => entry.group === group && isOpen(entry)),
      isAtFoot: group === 'foot',
    }))
    .filter((group) => group.entries.length > 0)
}

/** The pages with a key of their own that this user may see. */
export const shortcutsOf = ({ routesByPath }: { routesByPath: object }, viewer: Viewer | null) =>
  Object.entries(routesByPath as Record<string, AnyRoute>).flatMap(([to, { options }]) => {
    const { key, crumb, access } = options.staticData ?? {}
    return key && crumb && may(viewer?.actor ?? anonymous, ruleOf(access ?? 'signedIn'))
      ? [{ to, key, label: crumb }]
      : []
  })
