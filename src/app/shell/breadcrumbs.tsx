import { Link, useMatches } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /**
     * The name of this place in the breadcrumb. A page that shows one item gives `title` in its loader's data
     * instead.
     */
    crumb?: TranslationKey
  }
}

/** The way from home to here; every step but the last is a link. */
export function Breadcrumbs() {
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
