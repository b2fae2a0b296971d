import type { Language } from '@plinth/core/texts'
import { createBrowserClient } from '@plinth/core/client'

const client = createBrowserClient()
let previous: Promise<unknown> = Promise.resolve()

/**
 * Stores the signed-in user's choice on the server. Calls run one after another, so that the last one wins.
 */
export async function storeLanguage(language: Language): Promise<void> {
  const storing = previous.catch(() => {}).then(() => client.profile.setLanguage.mutate({ language }))
  previous = storing
  await storing
}
