import { Link } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import type { RefObject } from 'react'
import { Sheet, SheetContent, SheetHeader, SheetTitle } from '#/components/ui/sheet.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import type { NavigationEntry } from '#/core/feature.ts'
import { useMarkOfEntry } from '../registry/navigation.ts'
import { LanguageSelect, ThemeSelect } from '../pages/settings/preferences.tsx'
import { useLeave } from './use-leave.ts'

export type PhoneSheetProps = {
  places: readonly NavigationEntry[]
  isOpen: boolean
  onOpenChange: (open: boolean) => void
  /** The button that opened the sheet and gets the focus back. */
  opener: RefObject<HTMLButtonElement | null>
}

const rowClass =
  'flex h-11 w-full cursor-pointer items-center gap-3 rounded-lg px-2 font-medium hover:bg-accent aria-[current]:bg-accent'

/** The entries that don't fit into the phone bar. Loaded when first opened: the dialog is 17 KB brotli. */
export default function PhoneSheet({ places, isOpen, onOpenChange, opener }: PhoneSheetProps) {
  const t = useTranslate()
  const { signOut, leaving } = useLeave()
  const markOfEntry = useMarkOfEntry()
  return (
    <Sheet open={isOpen} onOpenChange={onOpenChange}>
      <SheetContent side="bottom" finalFocus={opener} className="gap-0 pt-2">
        <SheetHeader className="h-12 content-center pl-2">
          <SheetTitle className="text-base">{t('app:nav.more')}</SheetTitle>
        </SheetHeader>
        <div className="grid">
          {places.map(({ to, label, Icon, name }) => (
            <Link
              key={to}
              to={to}
              onClick={() => onOpenChange(false)}
              className={rowClass}
              activeOptions={{ exact: true }}
              activeProps={{ 'aria-current': 'page' }}
              inactiveProps={markOfEntry(name)}
            >
              <Icon className="size-4 text-muted-foreground" aria-hidden="true" />
              {t(label)}
            </Link>
          ))}
        </div>
        <div className="mt-2 mb-1 grid grid-cols-[minmax(0,1fr)_auto] gap-2 border-t border-border pt-3 *:min-w-0">
          <LanguageSelect />
          <ThemeSelect />
        </div>
        <button type="button" className={rowClass} aria-disabled={leaving} onClick={() => void signOut()}>
          <LogOut className="size-4 text-muted-foreground" aria-hidden="true" />
          {leaving ? t('app:nav.signingOut') : t('app:nav.signOut')}
        </button>
      </SheetContent>
    </Sheet>
  )
}
