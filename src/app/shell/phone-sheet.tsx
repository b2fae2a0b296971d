import { Dialog } from '@base-ui/react/dialog'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import type { RefObject } from 'react'
import { Button } from '#/components/ui/button.tsx'
import type { Viewer } from '#/core/auth/viewer.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { AccountList } from './switchers/account-list.tsx'
import type { NavigationEntry } from '../registry/navigation.ts'
import { LanguageSelect, ThemeSelect } from '../pages/settings/preferences.tsx'
import { WorkspaceList } from './switchers/workspace-list.tsx'

export type PhoneSheetProps = {
  viewer: Viewer
  places: readonly NavigationEntry[]
  isOpen: boolean
  onOpenChange: (open: boolean) => void
  /** The button that opened the sheet and gets the focus back. */
  opener: RefObject<HTMLButtonElement | null>
}

/** The entries that don't fit into the phone bar. Loaded when first opened: the dialog is 17 KB brotli. */
export default function PhoneSheet({ viewer, places, isOpen, onOpenChange, opener }: PhoneSheetProps) {
  const t = useTranslate()
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="modal-backdrop z-30" />
        <Dialog.Popup
          finalFocus={opener}
          className="fixed inset-x-0 bottom-0 z-40 grid max-h-dvh gap-4 overflow-y-auto rounded-t-xl border-t border-border bg-background p-4 pb-8 shadow-float outline-none"
        >
          <div className="flex items-center justify-between">
            <Dialog.Title className="text-lg font-semibold">{t('app:nav.more')}</Dialog.Title>
            <Dialog.Close render={<Button variant="ghost" size="icon" aria-label={t('app:nav.close')} />}>
              <X className="size-4" aria-hidden="true" />
            </Dialog.Close>
          </div>
          <WorkspaceList viewer={viewer} onChoose={() => onOpenChange(false)} />
          <div className="grid">
            {places.map(({ to, label, Icon }) => (
              <Link
                key={to}
                to={to}
                onClick={() => onOpenChange(false)}
                className="flex h-11 items-center gap-3 rounded-lg px-2"
              >
                <Icon className="mx-1 size-5 text-muted-foreground" aria-hidden="true" />
                {t(label)}
              </Link>
            ))}
          </div>
          <div className="flex flex-wrap gap-2">
            <LanguageSelect />
            <ThemeSelect />
          </div>
          <AccountList viewer={viewer} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
