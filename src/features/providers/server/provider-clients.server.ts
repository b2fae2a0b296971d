import { providerNames, providerSettings, type ProviderName } from '../providers.ts'
import { github } from './github.server.ts'
import { google } from './google.server.ts'
import type { Credentials, ProviderClient } from './provider-client.server.ts'
import type { providersSettings } from './providers-settings.server.ts'

const clients: Readonly<Record<ProviderName, (credentials: Credentials) => ProviderClient>> = {
  google,
  github,
}

/** The providers that are set up. */
export function providerClients(settings: ReturnType<typeof providersSettings.read>): ProviderClient[] {
  return providerNames.flatMap((name) => {
    const [id, secret] = providerSettings[name]
    const { [id]: clientId, [secret]: clientSecret } = settings
    return clientId && clientSecret ? [clients[name]({ clientId, clientSecret })] : []
  })
}
