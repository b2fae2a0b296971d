import { Link, Outlet, useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LargeMark, Mark } from '#/components/mark.tsx'
import { useTranslate } from '@plinth/core/texts'
import { brand } from '#/brand.ts'
import { InsideLayout } from './inside-layout.ts'
import { LanguageSelect, ThemeSelect } from './settings/preferences.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /**
     * What is around a public page. `form`, the default: header and the mark at the side, for a column of
     * fields. `site`: the header, and the whole width. `bare`: nothing, it brings its `main` itself.
     */
    layout?: 'site' | 'form' | 'bare'
  }
}

/** The layout of the public pages, as their routes or those above them choose it. */
export function PublicLayout() {
  const t = useTranslate()
  const layout = useMatches({
    select: (matches) => {
      const chosen = matches.findLast(({ staticData }) => staticData.layout)
      // A bare page loads the texts of its header: until then, and when it fails, it has ours.
      const isReady = chosen?.staticData.layout !== 'bare' || chosen.status === 'success'
      return (isReady && chosen?.staticData.layout) || 'form'
    },
  })
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-30 focus:m-2 focus:rounded-lg focus:bg-card focus:px-3 focus:py-2"
      >
        {t('app:nav.skip')}
      </a>
      {layout === 'bare' ? (
        <Outlet />
      ) : (
        <div
          className={`grid flex-1 ${layout === 'form' ? 'lg:grid-cols-[minmax(0,1fr)_minmax(0,0.82fr)]' : ''}`}
        >
          <div className="flex min-w-0 flex-col">
            {/* On phones the last icon, which is narrower than its button, ends where text does. */}
            <PublicHeader className="pr-0.5 sm:px-8" />
            <main id="main" className="flex flex-1 flex-col">
              <InsideLayout value>
                <Outlet />
              </InsideLayout>
            </main>
          </div>
          {layout === 'form' ? (
            <div
              data-side
              aria-hidden="true"
              className="hidden border-l border-border bg-muted lg:block dark:bg-sidebar"
            >
              <div className="sticky top-0 h-dvh overflow-hidden">
                <LargeMark className="w-[190%]" />
              </div>
            </div>
          ) : null}
        </div>
      )}
    </div>
  )
}

type PublicHeaderProps = { className: string; navigation?: ReactNode; actions?: ReactNode }

/** The mark, the choice of language and theme, and what a page adds. */
export function PublicHeader({ className, navigation, actions }: PublicHeaderProps) {
  return (
    <header className={`flex h-15 w-full items-center gap-1 px-4 sm:h-16 ${className}`}>
      <Link to="/" className="flex items-center gap-2 rounded-lg text-lg font-semibold tracking-[-0.02em]">
        <Mark />
        {brand.name}
      </Link>
      {navigation}
      <span className="ml-auto" />
      <LanguageSelect isIcon />
      <ThemeSelect isIcon />
      {actions}
    </header>
  )
}
