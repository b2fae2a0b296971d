import { Link, useMatches } from '@tanstack/react-router'
import { ChevronRight, Search } from 'lucide-react'
import {
  Breadcrumb,
  BreadcrumbItem,
  BreadcrumbLink,
  BreadcrumbList,
  BreadcrumbPage,
  BreadcrumbSeparator,
} from '#/components/ui/breadcrumb.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Kbd } from '#/components/ui/kbd.tsx'
import type { Viewer } from '@plinth/core/access'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { brand } from '#/brand.ts'
import { LanguageSelect, ThemeSelect } from './settings/preferences.tsx'
import { SectionTabs } from './section-tabs.tsx'
import { shownOf, useListAbove, useNavigation } from './slots/navigation.ts'
import { WorkspaceMenu, WorkspaceName } from './workspace-name.tsx'
import { AccountButton } from './account-area.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /**
     * The page's name in the breadcrumb, among the texts of the shell: it is shown before those of the page
     * are loaded. A page of one item returns `title` from its loader instead.
     */
    crumb?: Extract<TranslationKey, `app:${string}` | `${string}:shell.${string}`>
  }
}

type TopBarProps = { viewer: Viewer; onSearch: () => void }

/**
 * Breadcrumbs, search, language and theme, in the same places on every page. On phones: workspace, search and
 * account; language and theme are in the sheet under More.
 */
export function TopBar({ viewer, onSearch }: TopBarProps) {
  const t = useTranslate()
  return (
    <header className="sticky top-0 z-10 border-b border-border bg-background [view-transition-name:top-bar] [view-transition-class:bar]">
      {/* The last column has a fixed width, so that a partially painted page doesn't shift. */}
      <div className="grid h-14 grid-cols-[minmax(0,1fr)_2.75rem_2.75rem] items-center gap-1 px-2 md:grid-cols-[minmax(0,1fr)_auto_4.125rem] md:px-6 lg:px-(--edge) pointer-coarse:md:grid-cols-[minmax(0,1fr)_auto_5.125rem]">
        <div className="flex min-w-0 items-center md:hidden">
          <WorkspaceMenu viewer={viewer} isOnPhone />
        </div>
        <div className="flex min-w-0 items-center justify-between gap-4 max-md:hidden">
          <Breadcrumbs viewer={viewer} />
          {/* Narrow windows have them in the page. */}
          <SectionTabs className="mr-3 max-lg:hidden" />
        </div>
        <Button
          variant="ghost"
          size="icon"
          aria-label={t('app:palette.open')}
          title={t('app:palette.open')}
          className="size-11 text-muted-foreground md:hidden"
          onClick={onSearch}
        >
          <Search className="size-4" aria-hidden="true" />
        </Button>
        <Button
          variant="outline"
          className="mr-1 border-border px-3 font-normal text-muted-foreground max-md:hidden xl:min-w-54 xl:justify-start xl:pr-2"
          onClick={onSearch}
          aria-keyshortcuts="Control+K Meta+K"
        >
          <Search className="size-4" aria-hidden="true" />
          <span className="max-xl:sr-only">{t('app:palette.open')}</span>
          <Kbd aria-hidden="true" className="ml-auto max-xl:hidden">
            {t('app:palette.keys')}
          </Kbd>
        </Button>
        <div className="-mr-2.5 hidden items-center gap-1 md:flex">
          <LanguageSelect isIcon />
          <ThemeSelect isIcon />
        </div>
        <div className="flex md:hidden">
          <AccountButton viewer={viewer} isPicture />
        </div>
      </div>
    </header>
  )
}

/** The workspace, the parent pages, and this one. A page that the user may not see is as an unknown one. */
function useCrumbs(viewer: Viewer) {
  const t = useTranslate()
  const pages = useMatches({
    select: (matches) =>
      shownOf(matches).flatMap(({ staticData, pathname, loaderData }) => {
        const title = (loaderData as { title?: string } | undefined)?.title
        return staticData.crumb || title
          ? [{ key: staticData.crumb, title, pathname, entry: staticData.entry }]
          : []
      }),
    structuralSharing: true,
  })
  const entries = useNavigation().flatMap((group) => group.entries)
  const isAdmin = pages.some(({ pathname }) => pathname.startsWith('/dashboard/admin'))
  const root = isAdmin
    ? { name: t('app:nav.admin'), to: '/dashboard/admin' }
    : {
        name: <WorkspaceName viewer={viewer} otherwise={brand.name} />,
        to: '/dashboard',
      }
  const list = useListAbove()
  // A list without a level of its own in the route tree.
  const level =
    list && !pages.some((one) => bare(one.pathname) === list.to) ? [{ name: t(list.label), to: list.to }] : []
  return [
    root,
    ...level,
    ...pages.flatMap(({ key, title, pathname, entry }) => {
      const page = { name: title ?? (key ? t(key) : ''), to: pathname }
      const above = entry && entries.find((one) => one.name === entry)
      return above && t(above.label) !== page.name ? [{ name: t(above.label), to: above.to }, page] : [page]
    }),
  ]
}

/** The link to the page above this one, on phones, which have no breadcrumb. A chat has its tabs instead. */
export function ParentLink({ viewer }: { viewer: Viewer }) {
  const t = useTranslate()
  const here = useMatches({ select: (matches) => bare(matches.at(-1)?.pathname ?? '') })
  // A page that is still loading may have no title yet.
  const parent = useCrumbs(viewer)
    .slice(1)
    .findLast(({ to }) => bare(to) !== here)
  if (!parent) return null
  return (
    <nav aria-label={t('app:nav.breadcrumb')} className="-mt-3 mb-1 md:hidden has-[+.fills-window]:hidden">
      <Link
        to={parent.to}
        className="-ml-1 inline-flex h-11 items-center gap-0.5 pr-2 text-sm font-medium text-muted-foreground"
      >
        <ChevronRight className="size-4 rotate-180" aria-hidden="true" />
        {parent.name}
      </Link>
    </nav>
  )
}

const bare = (path: string) => path.replace(/\/$/, '')

/** Links to the workspace and the parent pages, and the name of this one. */
function Breadcrumbs({ viewer }: { viewer: Viewer }) {
  const t = useTranslate()
  const crumbs = useCrumbs(viewer)
  return (
    <Breadcrumb aria-label={t('app:nav.breadcrumb')} className="min-w-0">
      <BreadcrumbList>
        {crumbs.map(({ name, to }, index) => {
          const isLast = index === crumbs.length - 1
          return (
            // oxlint-disable-next-line react/no-array-index-key -- a level is its place
            <BreadcrumbItem key={index} className={isLast ? 'min-w-0' : 'shrink-0'}>
              {index > 0 ? <BreadcrumbSeparator className="size-3.5" /> : null}
              {isLast ? (
                <BreadcrumbPage>{name}</BreadcrumbPage>
              ) : (
                <BreadcrumbLink
                  className="max-w-48 truncate font-medium"
                  render={
                    <Link to={to} activeOptions={{ exact: true }}>
                      {name}
                    </Link>
                  }
                />
              )}
            </BreadcrumbItem>
          )
        })}
      </BreadcrumbList>
    </Breadcrumb>
  )
}
