import { serverFeatures } from '@plinth/core/internal/app/registry/installed.server.ts'
import '../installed.ts'

export type Need = { feature: string; needs: string }

/** The features that can't work without these, in the order of removal, each with one that it needs. */
export function needsOf(names: readonly string[]): Need[] {
  const found: Need[] = []
  // Goes on with what is added meanwhile.
  const gone = new Set(names)
  for (const needed of gone)
    for (const { name, needs = [] } of serverFeatures())
      if (needs.includes(needed) && !gone.has(name)) {
        gone.add(name)
        found.unshift({ feature: name, needs: needed })
      }
  return found
}
