import { Link, Outlet, useMatch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Mark } from '#/components/mark.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { brand } from '#/lib/brand.ts'
import { site } from '../registry/site.ts'
import { LanguageSelect, ThemeSelect } from '../pages/settings/preferences.tsx'

/** The layout of the public pages: the home page's, and one with the mark at the side for all others. */
export function PublicLayout() {
  const t = useTranslate()
  // Not while the home page is pending, because it loads the header's translations.
  const isHome =
    useMatch({ from: '/_public/', shouldThrow: false, select: ({ status }) => status === 'success' }) ?? false
  const main = (
    <main id="main" className="flex flex-1 flex-col">
      <Outlet />
    </main>
  )
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-30 focus:m-2 focus:rounded-lg focus:bg-card focus:px-3 focus:py-2"
      >
        {t('app:nav.skip')}
      </a>
      {isHome && site ? (
        <>
          <div className="sticky top-0 z-20 bg-background/88 backdrop-blur-md">
            <Header className="mx-auto max-w-[1168px] sm:px-6">
              <site.Navigation />
              <span className="ml-auto" />
              <LanguageSelect isIcon />
              <ThemeSelect isIcon />
              <site.Actions />
            </Header>
          </div>
          {main}
        </>
      ) : (
        <div className="grid flex-1 lg:grid-cols-[minmax(0,1fr)_minmax(0,0.82fr)]">
          <div className="flex min-w-0 flex-col">
            {/* On phones the last icon, which is narrower than its button, ends where text does. */}
            <Header className="pr-0.5 sm:px-8">
              <span className="ml-auto" />
              <LanguageSelect isIcon />
              <ThemeSelect isIcon />
            </Header>
            {main}
          </div>
          <div
            data-side
            aria-hidden="true"
            className="hidden border-l border-border bg-muted lg:block dark:bg-sidebar"
          >
            <div className="sticky top-0 h-dvh overflow-hidden">
              {/* Sized by the panel, so that all three slabs are in it; the lowest begins at 22 %. */}
              <Mark className="absolute bottom-0 left-[22%] aspect-square w-[min(max(160%,120dvh),230%)] -translate-x-[10.4%] translate-y-[24%] opacity-8 dark:opacity-10" />
            </div>
          </div>
        </div>
      )}
    </div>
  )
}

function Header({ className, children }: { className: string; children: ReactNode }) {
  return (
    <header className={`flex h-15 w-full items-center gap-1 px-4 sm:h-16 ${className}`}>
      <Link to="/" className="flex items-center gap-2 rounded-lg text-lg font-semibold tracking-[-0.02em]">
        <Mark />
        {brand.name}
      </Link>
      {children}
    </header>
  )
}
