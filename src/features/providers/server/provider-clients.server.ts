import { github } from './github.server.ts'
import { google } from './google.server.ts'
import type { ProviderClient } from './provider-client.server.ts'
import type { providersSettings } from './providers-settings.server.ts'

/** The providers that are set up. */
export function providerClients(settings: ReturnType<typeof providersSettings.read>): ProviderClient[] {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET } = settings
  return [
    ...(GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET
      ? [google({ clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET })]
      : []),
    ...(GITHUB_CLIENT_ID && GITHUB_CLIENT_SECRET
      ? [github({ clientId: GITHUB_CLIENT_ID, clientSecret: GITHUB_CLIENT_SECRET })]
      : []),
  ]
}
