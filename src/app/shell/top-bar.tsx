import { Search } from 'lucide-react'
import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { LanguageSelect, ThemeSelect } from '../pages/settings/preferences.tsx'

/**
 * Where one is, and what is wanted everywhere: search, language, theme. On a phone the latter two stand under
 * More.
 */
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
