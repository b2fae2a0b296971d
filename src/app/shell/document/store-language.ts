import type { Language } from '#/core/i18n/languages.ts'
import { createBrowserClient } from '#/core/trpc/client.ts'
import type { AppRouter } from '#/app/registry/router.server.ts'

const client = createBrowserClient<AppRouter>()
let previous: Promise<unknown> = Promise.resolve()

/**
 * Stores the signed-in person's choice on the server, one after the other, so that the last of several
 * stands. Rejects when it is refused or the server is away.
 */
export async function storeLanguage(language: Language): Promise<void> {
  const storing = previous.catch(() => {}).then(() => client.profile.setLanguage.mutate({ language }))
  previous = storing
  await storing
}
