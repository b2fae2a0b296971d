import { getEnv, ignoredHost, settingNames as ofCore, type Env } from '#/env/env.server.ts'
import { unknownSettings } from '#/env/unknown-settings.server.ts'
import { lazily } from '#/lib/lazily.ts'
import { serverFeatures } from './installed.server.ts'
import { keyed, merged } from './merged.ts'

/** The names of all settings, those of features included. */
export const settingNames = lazily((): readonly string[] =>
  Object.keys(
    merged('the setting', [
      { name: 'core', entries: keyed(ofCore, String) },
      ...serverFeatures().map(({ name, settings }) => ({ name, entries: keyed(settings?.names, String) })),
    ]),
  ),
)

/**
 * Reads the settings of core and of all features, and passes a line about each variable that looks like a
 * misspelled one, or that another program has set, to `warn`. Throws EnvError.
 */
export function readSettings(warn: (line: string) => void): Env {
  for (const { name, meant } of unknownSettings(settingNames()))
    if (meant) warn(`There is no setting ${name}. Did you mean ${meant}?`)
  const env = getEnv()
  const host = ignoredHost()
  if (host !== undefined)
    warn(
      `HOST=${host} is no address, as conda and some shells set it: listening on ${env.HOST}. Set HOST to an IP address for another.`,
    )
  for (const { settings } of serverFeatures()) settings?.read()
  return env
}
