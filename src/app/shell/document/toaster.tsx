import { useSyncExternalStore, type CSSProperties } from 'react'
import { Toaster as Sonner } from 'sonner'
import { useTranslate } from '#/core/i18n/react.tsx'
import { readTheme, subscribeToTheme, type Theme } from './theme.ts'

/**
 * Position, width, gap, time and number are sonner's defaults, which are the product's: bottom right, 356 px,
 * 14 px, 4 s, 3.
 */
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
      // Selecting the text would take the swipe's place.
      toastOptions={{ closeButtonAriaLabel: t('app:toast.close'), className: 'select-none' }}
    />
  )
}
