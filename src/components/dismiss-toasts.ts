const loaded = () => import('sonner').catch(() => undefined)

/** Dismisses a toast, such as a `loading` one whose result is no longer needed. */
export async function dismissToast(id: string): Promise<void> {
  const library = await loaded()
  library?.toast.dismiss(id)
}

/** Dismisses toasts with actions, which belong to the workspace that is left. */
export async function dismissOffers(): Promise<void> {
  const { toast } = (await loaded()) ?? {}
  for (const shown of toast?.getToasts() ?? [])
    if ('action' in shown && shown.action) toast?.dismiss(shown.id)
}
