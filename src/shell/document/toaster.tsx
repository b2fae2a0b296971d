import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Toaster as Sonner } from '#/components/ui/sonner.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { useTranslate } from '@plinth/core/texts'
import { readTheme, subscribeToTheme, type Theme } from './theme.ts'

const icons = {
  success: <CircleCheck className="size-4" aria-hidden="true" />,
  info: <Info className="size-4" aria-hidden="true" />,
  warning: <TriangleAlert className="size-4" aria-hidden="true" />,
  error: <CircleAlert className="size-4" aria-hidden="true" />,
  loading: <Spinner />,
  close: <X className="size-4" aria-hidden="true" />,
}

/** The toasts in the reader's theme and language. */
export default function Toaster() {
  const t = useTranslate()
  const theme = useSyncExternalStore(subscribeToTheme, readTheme, (): Theme => 'system')
  return (
    <Sonner
      theme={theme}
      closeButton
      icons={icons}
      containerAriaLabel={t('app:toast.region')}
      // Text selection would get in the way of swiping.
      toastOptions={{ closeButtonAriaLabel: t('app:toast.close'), className: 'select-none' }}
    />
  )
}
