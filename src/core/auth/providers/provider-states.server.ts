import type { Env } from '#/core/env/env.server.ts'
import { providerSettings, type ProviderName, type ProviderState, type ProviderStates } from './providers.ts'

type Settings = Pick<Env, 'isLocal' | 'GOOGLE_CLIENT_ID' | 'GITHUB_CLIENT_ID'>

/** Returns which providers are available, the same for all users while the process runs. */
export function providerStates(env: Settings): ProviderStates {
  // The settings of a pair are always set together.
  const stateOf = (name: ProviderName): ProviderState =>
    env[providerSettings[name][0]] ? 'on' : env.isLocal ? 'setup' : 'off'
  return { google: stateOf('google'), github: stateOf('github') }
}
