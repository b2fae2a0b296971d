type ToastKind = 'success' | 'info' | 'warning' | 'error' | 'loading'

/** Asks the host of the toasts to be there. */
export const TOAST_WANTED = 'toast-wanted'
/** Hands the host a message (`detail`) to show without the library. */
export const PLAIN_TOAST = 'toast-plain'

/** What a toast offers to do: `Undo`. It stays longer, so that there is time. */
type ToastAction = { label: string; run: () => void }
const ACTION_DURATION_MS = 10_000

/** A second line under the message: why it is so. */
type ToastReason = { reason: string }

/** Toasts of one id replace each other: `loading` becomes `success` or `error`. */
type ToastId = { id: string }

/**
 * Shows a message at the edge of the page. The library is fetched with the first one; sonner keeps what comes
 * before its host is there.
 */
export async function showToast(
  kind: ToastKind,
  text: string,
  more?: ToastAction | ToastReason | ToastId,
): Promise<void> {
  dispatchEvent(new Event(TOAST_WANTED))
  try {
    const { toast } = await import('sonner')
    toast[kind](text, more && optionsOf(more))
  } catch {
    // Without a network the library can't come, and just then there is something to say.
    dispatchEvent(
      new CustomEvent<string>(PLAIN_TOAST, {
        detail: more && 'reason' in more ? `${text}. ${more.reason}` : text,
      }),
    )
  }
}

/** Takes a toast away: for a `loading` one whose outcome nobody waits for any more. */
export async function dismissToast(id: string): Promise<void> {
  const { toast } = await import('sonner').catch(() => ({ toast: undefined }))
  toast?.dismiss(id)
}

/**
 * Takes away the toasts that offer to do something: what they would do belongs to a workspace that is left.
 */
export async function dismissOffers(): Promise<void> {
  const { toast } = await import('sonner').catch(() => ({ toast: undefined }))
  for (const shown of toast?.getToasts() ?? [])
    if ('action' in shown && shown.action) toast?.dismiss(shown.id)
}

function optionsOf(more: ToastAction | ToastReason | ToastId) {
  if ('id' in more) return more
  if ('reason' in more) return { description: more.reason }
  return { action: { label: more.label, onClick: more.run }, duration: ACTION_DURATION_MS }
}

const ARRIVAL = 'toast-on-arrival'

/**
 * Keeps a message for the page that is navigated to next: a toast of this one would be gone with it. Says
 * nothing secret: it lies in the browser for that long.
 */
export function toastOnArrival(kind: ToastKind, text: string): void {
  try {
    sessionStorage.setItem(ARRIVAL, JSON.stringify([kind, text]))
  } catch {
    // Without storage nothing is said; what happened stands on the page anyway.
  }
}

/** Shows what the page before has left to say, once. For the host of the toasts. */
export function showArrivalToast(): void {
  try {
    const left = sessionStorage.getItem(ARRIVAL)
    if (left === null) return
    sessionStorage.removeItem(ARRIVAL)
    const [kind, text] = JSON.parse(left) as [ToastKind, string]
    void showToast(kind, text)
  } catch {
    // As above.
  }
}
