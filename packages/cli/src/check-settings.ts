// Ends with 1 and an explanation if a setting is missing or invalid. `npm start` runs it before a build,
// which takes long.
import './load-env.ts'
import { readSettings } from '@plinth/core/internal/app/registry/settings.server.ts'
import { openOrExplain } from './welcome.ts'
import './installed.ts'

// One of them may be the reason. Without an error the application prints them when it starts.
const misspelled: string[] = []
await openOrExplain(async () => {
  try {
    readSettings((line) => misspelled.push(line))
  } catch (error) {
    for (const line of misspelled) console.error(`! ${line}`)
    throw error
  }
})
