import { Link, Outlet, useRouteContext } from '@tanstack/react-router'
import { Mark } from '#/components/mark.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { brand } from '#/lib/brand.ts'
import { PublicImpersonationBanner } from './impersonation-banner.tsx'
import { LanguageSelect, ThemeSelect } from '../pages/settings/preferences.tsx'

/** The layout of the public pages. */
export function PublicLayout() {
  const t = useTranslate()
  const viewer = useRouteContext({ from: '__root__', select: (context) => context.viewer })
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:m-2 focus:rounded-lg focus:bg-card focus:px-3 focus:py-2"
      >
        {t('app:nav.skip')}
      </a>
      <PublicImpersonationBanner viewer={viewer} />
      <header className="mx-auto flex w-full max-w-6xl items-center justify-between gap-3 px-4 py-3 sm:px-6">
        <Link to="/" className="flex items-center gap-2 rounded-lg text-lg font-semibold">
          <Mark />
          {brand.name}
        </Link>
        <div className="flex min-w-0 gap-2 *:first:min-w-0 *:last:shrink-0">
          <LanguageSelect isIcon />
          <ThemeSelect isIcon />
        </div>
      </header>
      <main id="main" className="flex flex-1 flex-col">
        <Outlet />
      </main>
    </div>
  )
}
