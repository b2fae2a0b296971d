import { useEffect, useState, type ComponentType } from 'react'
import { isToastWanted, PLAIN_TOAST, showArrivalToast, showToast, TOAST_WANTED } from '#/components/toast.ts'
import type { WireError } from '@plinth/core/page'

const PLAIN_TOAST_MS = 8_000

/** Loads the toaster with the first toast. If it can't be loaded, the message is shown as plain text. */
export function ToastHost() {
  const [Toaster, setToaster] = useState<ComponentType>()
  const plain = usePlainToast()
  useEffect(() => {
    // Retried with every toast: the network may have been down.
    const want = () =>
      void import('./toaster.tsx').then(({ default: made }) => setToaster(() => made)).catch(() => {})
    addEventListener(TOAST_WANTED, want)
    if (import.meta.env.DEV) addEventListener('write:failed', showCause)
    if (isToastWanted()) want()
    showArrivalToast()
    return () => removeEventListener(TOAST_WANTED, want)
  }, [])
  return (
    <>
      {Toaster ? <Toaster /> : null}
      {plain === undefined ? null : (
        <p
          role="alert"
          data-plain-toast
          className="fixed right-4 bottom-4 z-50 max-w-[356px] rounded-lg border border-border bg-card p-4 text-sm text-foreground shadow-lg"
        >
          {plain}
        </p>
      )}
    </>
  )
}

/** In development, what a write threw on the server, above what the page says of it. */
function showCause(event: Event): void {
  const { requestId = '', detail = '' } = (event as CustomEvent<WireError>).detail
  setTimeout(() => void showToast('error', requestId, { reason: detail.split('\n\n')[0] ?? '' }), 500)
}

function usePlainToast(): string | undefined {
  const [text, setText] = useState<string>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (event: Event) => {
      clearTimeout(timer)
      setText((event as CustomEvent<string>).detail)
      timer = setTimeout(() => setText(undefined), PLAIN_TOAST_MS)
    }
    addEventListener(PLAIN_TOAST, show)
    return () => {
      clearTimeout(timer)
      removeEventListener(PLAIN_TOAST, show)
    }
  }, [])
  return text
}
