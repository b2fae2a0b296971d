import { Dialog } from '@base-ui/react/dialog'
import { Link } from '@tanstack/react-router'
import { LogOut, X } from 'lucide-react'
import type { RefObject } from 'react'
import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import type { NavigationEntry } from '../registry/navigation.ts'
import { LanguageSelect, ThemeSelect } from '../pages/settings/preferences.tsx'
import { useSignOut } from './switchers/use-sign-out.ts'

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
  const { signOut, leaving } = useSignOut()
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="modal-backdrop z-30" />
        <Dialog.Popup
          finalFocus={opener}
          className="fixed inset-x-0 bottom-0 z-40 grid max-h-dvh overflow-y-auto rounded-t-2xl border-t border-border bg-popover px-4 pt-2 pb-[max(1rem,env(safe-area-inset-bottom))] shadow-float outline-none"
        >
          <span aria-hidden="true" className="mx-auto h-1 w-9 rounded-full bg-border" />
          <div className="flex items-center justify-between pl-2">
            <Dialog.Title className="font-semibold">{t('app:nav.more')}</Dialog.Title>
            <Dialog.Close render={<Button variant="ghost" size="icon" aria-label={t('app:nav.close')} />}>
              <X className="size-4" aria-hidden="true" />
            </Dialog.Close>
          </div>
          <div className="grid">
            {places.map(({ to, label, Icon }) => (
              <Link
                key={to}
                to={to}
                onClick={() => onOpenChange(false)}
                className={rowClass}
                activeOptions={{ exact: true }}
                activeProps={{ 'aria-current': 'page' }}
              >
                <Icon className="size-4 text-muted-foreground" strokeWidth={1.75} aria-hidden="true" />
                {t(label)}
              </Link>
            ))}
          </div>
          <div className="mt-2 mb-1 grid grid-cols-2 gap-2 border-t border-border pt-3 *:min-w-0">
            <LanguageSelect />
            <ThemeSelect />
          </div>
          <button type="button" className={rowClass} aria-disabled={leaving} onClick={() => void signOut()}>
            <LogOut className="size-4 text-muted-foreground" strokeWidth={1.75} aria-hidden="true" />
            {leaving ? t('app:nav.signingOut') : t('app:nav.signOut')}
          </button>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
