import { useSyncExternalStore } from 'react'
import { Toaster as Sonner } from '#/components/ui/sonner.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { readTheme, subscribeToTheme, type Theme } from './theme.ts'

/** The toasts in the reader's theme and language. */
export default function Toaster() {
  const t = useTranslate()
  const theme = useSyncExternalStore(subscribeToTheme, readTheme, (): Theme => 'system')
  return (
    <Sonner
      theme={theme}
      closeButton
      containerAriaLabel={t('app:toast.region')}
      // Text selection would get in the way of swiping.
      toastOptions={{ closeButtonAriaLabel: t('app:toast.close'), className: 'select-none' }}
    />
  )
}
