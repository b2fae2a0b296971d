import { credential, defineSettings } from '@plinth/core/server'
import { providerNames, providerSettings } from '../providers.ts'

/** A provider needs both of its settings, or its button would fail. */
export const providersSettings = defineSettings(
  {
    GOOGLE_CLIENT_ID: credential,
    GOOGLE_CLIENT_SECRET: credential,
    GITHUB_CLIENT_ID: credential,
    GITHUB_CLIENT_SECRET: credential,
  },
  (settings) =>
    providerNames.flatMap((name) => {
      const pair = providerSettings[name]
      const missing = pair.filter((setting) => settings[setting] === undefined)
      const given = pair.find((setting) => settings[setting] !== undefined)
      return missing.length === 1
        ? [`${missing.join()} is required together with ${given}; set both or neither.`]
        : []
    }),
)
