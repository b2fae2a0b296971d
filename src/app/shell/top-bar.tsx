import { Link, useMatches } from '@tanstack/react-router'
import { ChevronRight, Search } from 'lucide-react'
import { Button } from '#/components/ui/button.tsx'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { LanguageSelect, ThemeSelect } from '../pages/settings/preferences.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's name in the breadcrumb. A page of one item returns `title` from its loader instead. */
    crumb?: TranslationKey
  }
}

/** Breadcrumbs, search, language and theme. Phones have the latter two in the sheet behind More. */
export function TopBar({ onSearch }: { onSearch: () => void }) {
  const t = useTranslate()
  return (
    <header className="sticky top-0 z-10 flex h-14 items-center justify-between gap-3 border-b border-border bg-background/95 px-4 backdrop-blur-sm sm:px-6">
      <Breadcrumbs />
      <div className="flex shrink-0 items-center gap-2">
        <Button
          variant="outline"
          className="border-border px-3 font-normal text-muted-foreground"
          onClick={onSearch}
          aria-keyshortcuts="Control+K Meta+K"
        >
          <Search className="size-4" aria-hidden="true" />
          <span className="max-lg:sr-only">{t('app:palette.open')}</span>
          <kbd aria-hidden="true" className="rounded-sm bg-muted px-1.5 font-mono text-xs max-lg:hidden">
            {t('app:palette.keys')}
          </kbd>
        </Button>
        <div className="hidden items-center gap-2 md:flex">
          <LanguageSelect />
          <ThemeSelect />
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
    <nav aria-label={t('app:nav.breadcrumb')} className="min-w-0">
      <ol className="flex items-center gap-1.5">
        {crumbs.map(({ key, title, pathname }, index) => {
          const isLast = index === crumbs.length - 1
          const name = title ?? (key ? t(key) : '')
          return (
            <li
              key={pathname}
              className={`flex items-center gap-1.5 ${isLast ? 'min-w-0' : 'shrink-0 max-sm:hidden'}`}
            >
              {index > 0 ? (
                <ChevronRight
                  className="size-4 shrink-0 text-muted-foreground max-sm:hidden"
                  aria-hidden="true"
                />
              ) : null}
              {isLast ? (
                <span aria-current="page" className="truncate font-medium">
                  {name}
                </span>
              ) : (
                <Link to={pathname} className="rounded-sm text-muted-foreground hover:text-foreground">
                  {name}
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
