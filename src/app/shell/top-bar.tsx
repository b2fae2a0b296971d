import { Link, useMatches } from '@tanstack/react-router'
import { PanelLeft, Search } from 'lucide-react'
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
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { LanguageSelect, ThemeSelect } from '../pages/settings/preferences.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's name in the breadcrumb. A page of one item returns `title` from its loader instead. */
    crumb?: TranslationKey
  }
}

type TopBarProps = { isSidebarCollapsed: boolean; onToggleSidebar: () => void; onSearch: () => void }

/** Breadcrumbs, search, language and theme. Phones have the latter two in the sheet behind More. */
export function TopBar({ isSidebarCollapsed, onToggleSidebar, onSearch }: TopBarProps) {
  const t = useTranslate()
  return (
    <header className="sticky top-0 z-10 flex h-14 items-center justify-between gap-3 border-b border-border bg-background/95 px-4 backdrop-blur-sm sm:px-6 lg:px-8">
      <div className="flex min-w-0 items-center gap-2">
        <Button
          variant="ghost"
          size="icon"
          aria-label={isSidebarCollapsed ? t('app:nav.expand') : t('app:nav.collapse')}
          aria-expanded={!isSidebarCollapsed}
          onClick={onToggleSidebar}
          className="-ml-2 text-muted-foreground hover:text-foreground max-lg:hidden"
        >
          <PanelLeft className="size-4" aria-hidden="true" />
        </Button>
        <Breadcrumbs />
      </div>
      <div className="flex shrink-0 items-center gap-2">
        <Button
          variant="outline"
          className="px-3 font-normal text-muted-foreground lg:min-w-52 lg:justify-start"
          onClick={onSearch}
          aria-keyshortcuts="Control+K Meta+K"
        >
          <Search className="size-4" aria-hidden="true" />
          <span className="max-lg:sr-only">{t('app:palette.open')}</span>
          <Kbd aria-hidden="true" className="ml-auto max-lg:hidden">
            {t('app:palette.keys')}
          </Kbd>
        </Button>
        <div className="hidden items-center md:flex">
          <LanguageSelect isIcon />
          <ThemeSelect isIcon />
        </div>
      </div>
    </header>
  )
}

/** Links to the parent pages, and the name of this one. */
function Breadcrumbs() {
  const t = useTranslate()
  const crumbs = useMatches({
    select: (matches) =>
      matches.flatMap(({ staticData, pathname, loaderData }) => {
        const title = (loaderData as { title?: string } | undefined)?.title
        return staticData.crumb || title ? [{ key: staticData.crumb, title, pathname }] : []
      }),
    structuralSharing: true,
  })
  return (
    <Breadcrumb aria-label={t('app:nav.breadcrumb')}>
      <BreadcrumbList>
        {crumbs.map(({ key, title, pathname }, index) => {
          const isLast = index === crumbs.length - 1
          const name = title ?? (key ? t(key) : '')
          return (
            <BreadcrumbItem key={pathname} className={isLast ? 'min-w-0' : 'shrink-0 max-sm:hidden'}>
              {index > 0 ? <BreadcrumbSeparator className="max-sm:hidden" /> : null}
              {isLast ? (
                <BreadcrumbPage>{name}</BreadcrumbPage>
              ) : (
                <BreadcrumbLink render={<Link to={pathname}>{name}</Link>} />
              )}
            </BreadcrumbItem>
          )
        })}
      </BreadcrumbList>
    </Breadcrumb>
  )
}
