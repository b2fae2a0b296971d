import { createBrowserClient } from '#/core/trpc/client.ts'
import type { Display } from '#/lib/display.ts'

let previous: Promise<unknown> = Promise.resolve()

/**
 * Stores the signed-in user's choice on the server. Calls run one after another, so that the last one wins.
 */
export async function storeDisplay(display: Display): Promise<void> {
  const storing = previous
    .catch(() => {})
    .then(() => createBrowserClient().preferences.setDisplay.mutate(display))
  previous = storing
  await storing
}
