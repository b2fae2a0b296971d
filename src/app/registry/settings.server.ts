import { settingNames as ofCore } from '#/core/env/env.server.ts'
import { serverFeatures } from './installed.server.ts'

/** The names of all settings, those of features included. */
export const settingNames: readonly string[] = [
  ...ofCore,
  ...serverFeatures.flatMap(({ settings }) => settings?.names ?? []),
]
