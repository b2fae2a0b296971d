import {
  providerNames,
  providerSettings,
  type ProviderName,
  type ProviderState,
  type ProviderStates,
} from '../providers.ts'
import type { providersSettings } from './providers-settings.server.ts'

type Settings = ReturnType<typeof providersSettings.read> & { isLocal: boolean }

/** Returns which providers are available, the same for all users while the process runs. */
export function providerStates(settings: Settings): ProviderStates {
  // The settings of a pair are always set together.
  const stateOf = (name: ProviderName): ProviderState =>
    settings[providerSettings[name][0]] ? 'on' : settings.isLocal ? 'setup' : 'off'
  return Object.fromEntries(providerNames.map((name) => [name, stateOf(name)])) as ProviderStates
}
