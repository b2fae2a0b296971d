import type { Env } from '#/core/env/env.server.ts'
import { providerSettings, type ProviderName, type ProviderState, type ProviderStates } from './providers.ts'

type Settings = Pick<Env, 'isLocal' | 'GOOGLE_CLIENT_ID' | 'GITHUB_CLIENT_ID'>

/** Which providers users may use here; the same for everybody, as long as the process runs. */
export function providerStates(env: Settings): ProviderStates {
  // One setting of a pair never comes without the other.
  const stateOf = (name: ProviderName): ProviderState =>
    env[providerSettings[name][0]] ? 'on' : env.isLocal ? 'setup' : 'off'
  return { google: stateOf('google'), github: stateOf('github') }
}
