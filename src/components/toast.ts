import { failureOf, withStorage } from '@plinth/core/page'

type ToastKind = 'success' | 'info' | 'warning' | 'error' | 'loading'

/** Asks the toast host to load. */
export const TOAST_WANTED = 'toast-wanted'
let isWanted = false
/** Whether a toast was shown, perhaps before the host listened. */
export const isToastWanted = (): boolean => isWanted
/** Passes the host a message (`detail`) to show without the library. */
export const PLAIN_TOAST = 'toast-plain'

/** An action such as `Undo`, which keeps the toast open longer. */
type ToastAction = { label: string; run: () => void }
const ACTION_DURATION_MS = 10_000

/** A second line with the reason. */
type ToastReason = { reason: string }

/** Toasts of one id replace each other: `loading` becomes `success` or `error`. */
type ToastId = { id: string }

let areErrorsMuted = false

/** Mutes errors while a dialog tells their cause, which is then told once. */
export function muteErrors(isMuted: boolean): void {
  areErrorsMuted = isMuted
}

/** Shows a toast. Loads the library with the first one; sonner queues toasts until its host is rendered. */
export async function showToast(
  kind: ToastKind,
  text: string,
  more?: ToastAction | ToastReason | ToastId,
): Promise<void> {
  if (areErrorsMuted && kind === 'error') return
  isWanted = true
  dispatchEvent(new Event(TOAST_WANTED))
  try {
    const { toast } = await import('sonner')
    toast[kind](text, more && optionsOf(more))
  } catch {
    // The library can't load offline, but the message must be shown.
    dispatchEvent(
      new CustomEvent<string>(PLAIN_TOAST, {
        detail: more && 'reason' in more ? `${text}. ${more.reason}` : text,
      }),
    )
  }
}

/** Says in a toast why something failed. `t` translates the code. */
export function showFailure(
  error: unknown,
  t: (code: never, params: Record<string, string | number | undefined>) => string,
): Promise<void> {
  const { code, params } = failureOf(error)
  return showToast('error', t(code as never, params))
}

function optionsOf(more: ToastAction | ToastReason | ToastId) {
  if ('id' in more) return more
  if ('reason' in more) return { description: more.reason }
  return { action: { label: more.label, onClick: more.run }, duration: ACTION_DURATION_MS }
}

const ARRIVAL = 'toast-on-arrival'

/**
 * Stores a message for the next page, because a toast on this one would be lost. No secrets: it is in the
 * browser's storage.
 */
export function toastOnArrival(kind: ToastKind, text: string): void {
  withStorage(() => sessionStorage.setItem(ARRIVAL, JSON.stringify([kind, text])))
}

/** Shows the previous page's message, once. For the toast host. */
export function showArrivalToast(): void {
  withStorage(() => {
    const left = sessionStorage.getItem(ARRIVAL)
    if (left === null) return
    sessionStorage.removeItem(ARRIVAL)
    const [kind, text] = JSON.parse(left) as [ToastKind, string]
    void showToast(kind, text)
  })
}
