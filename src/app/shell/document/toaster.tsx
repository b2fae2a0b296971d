import { useSyncExternalStore, type CSSProperties } from 'react'
import { Toaster as Sonner } from 'sonner'
import { useTranslate } from '#/core/i18n/react.tsx'
import { readTheme, subscribeToTheme, type Theme } from './theme.ts'

/** Uses sonner's defaults: bottom right, 356 px wide, 14 px gap, 4 s, at most 3 toasts. */
export default function Toaster() {
  const t = useTranslate()
  const theme = useSyncExternalStore(subscribeToTheme, readTheme, (): Theme => 'system')
  return (
    <Sonner
      theme={theme}
      closeButton
      style={
        {
          fontFamily: 'inherit',
          '--normal-bg': 'var(--popover)',
          '--normal-text': 'var(--popover-foreground)',
          '--normal-border': 'var(--border)',
          '--border-radius': 'var(--radius-xl)',
        } as CSSProperties
      }
      containerAriaLabel={t('app:toast.region')}
      // Text selection would get in the way of swiping.
      toastOptions={{ closeButtonAriaLabel: t('app:toast.close'), className: 'select-none' }}
    />
  )
}
