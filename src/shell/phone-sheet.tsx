import { Link } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import type { RefObject } from 'react'
import { Sheet, SheetContent, SheetHeader, SheetTitle } from '#/components/ui/sheet.tsx'
import { useTranslate } from '@plinth/core/texts'
import { useMarkOfEntry, type NavigationGroup } from './slots/navigation.ts'
import { LanguageSelect, ThemeSelect } from './settings/preferences.tsx'
import { useLeave } from './use-leave.ts'

export type PhoneSheetProps = {
  groups: readonly NavigationGroup[]
  isOpen: boolean
  onOpenChange: (open: boolean) => void
  /** The button that opened the sheet and gets the focus back. */
  opener: RefObject<HTMLButtonElement | null>
}

const rowClass =
  'flex h-11 w-[calc(100%+1rem)] cursor-pointer items-center gap-3 rounded-lg -mx-2 px-2 font-medium hover:bg-accent aria-[current]:bg-accent'

/** The entries that don't fit into the phone bar. Loaded when first opened: the sheet is 27 KB brotli. */
export default function PhoneSheet({ groups, isOpen, onOpenChange, opener }: PhoneSheetProps) {
  const t = useTranslate()
  const { signOut, leaving } = useLeave()
  const markOfEntry = useMarkOfEntry()
  return (
    <Sheet open={isOpen} onOpenChange={onOpenChange}>
      <SheetContent finalFocus={opener} className="gap-0 max-sm:pt-2">
        <SheetHeader className="h-12 content-center">
          <SheetTitle>{t('app:nav.more')}</SheetTitle>
        </SheetHeader>
        {groups.map(({ label, entries, isAtFoot }) =>
          entries.length === 0 ? null : (
            <div key={label} className={isAtFoot ? 'mt-2 grid border-t border-border pt-2' : 'grid'}>
              {isAtFoot ? null : (
                <p className="pt-4 pb-1 text-xs font-medium text-muted-foreground">{t(label)}</p>
              )}
              {entries.map(({ to, label: name, Icon, name: entry }) => (
                <Link
                  key={to}
                  to={to}
                  onClick={() => onOpenChange(false)}
                  className={rowClass}
                  activeOptions={{ exact: true }}
                  activeProps={{ 'aria-current': 'page' }}
                  inactiveProps={markOfEntry(entry)}
                >
                  <Icon className="size-4 text-muted-foreground" aria-hidden="true" />
                  {t(name)}
                </Link>
              ))}
            </div>
          ),
        )}
        <div className="mt-2 mb-1 grid gap-2 border-t border-border pt-3">
          {[
            { label: t('app:language.label'), select: <LanguageSelect /> },
            { label: t('app:theme.label'), select: <ThemeSelect /> },
          ].map(({ label, select }) => (
            // The select has the same name.
            <div key={label} className="flex items-center justify-between gap-3 font-medium">
              <span aria-hidden="true">{label}</span>
              {select}
            </div>
          ))}
        </div>
        <button type="button" className={rowClass} aria-disabled={leaving} onClick={() => void signOut()}>
          <LogOut className="size-4 text-muted-foreground" aria-hidden="true" />
          {leaving ? t('app:nav.signingOut') : t('app:nav.signOut')}
        </button>
      </SheetContent>
    </Sheet>
  )
}
