import type { AuthEndpoint } from '#/auth/auth-endpoint.server.ts'
import type { HeldSessions } from '#/auth/auth-context.server.ts'
import type { createAuth } from '#/auth/auth.server.ts'
import { signInEndpoints } from '#/auth/auth-endpoints.server.ts'
import type { FeatureAuth, FeaturePlugins } from '#/feature.server.ts'
import { lazily } from '#/lib/lazily.ts'
import { installed, serverFeatures } from './installed.server.ts'
import { keyed, merged } from './merged.ts'

/** For endpoints that write and declare no limit of their own. */
const USUAL_LIMIT = { max: 120, windowSeconds: 60 }
const hasLimit = ({ method, perAddress, perAccount }: AuthEndpoint) =>
  method === 'GET' || perAddress !== undefined || perAccount !== undefined

type AuthRegistry = {
  /**
   * Every endpoint served under /api/auth. Other endpoints of plugins are 404, so that a new version can't
   * expose one unnoticed.
   */
  endpoints: readonly AuthEndpoint[]
  /** Sessions that features hold in a browser beside the active one. */
  heldSessions: readonly HeldSessions[]
  /** What features bring to Better Auth. */
  parts: Parameters<typeof createAuth>[0]['parts']
}

const byAddress = (endpoints?: readonly AuthEndpoint[]) =>
  keyed(endpoints, ({ method, path }) => `${method} /api/auth${path}`)

/** Returns what the installed features bring to signing in. */
export const authRegistry = lazily(async (): Promise<AuthRegistry> => {
  const named = await Promise.all(
    serverFeatures().map(
      async ({ name, auth }): Promise<{ name: string; part?: FeatureAuth | FeaturePlugins }> => ({
        name,
        part: await auth?.(installed()),
      }),
    ),
  )
  const parts = named.flatMap(({ part }) => part ?? [])
  return {
    endpoints: Object.values(
      merged('the endpoint', [
        { name: 'core', entries: byAddress(signInEndpoints) },
        ...named.map(({ name, part }) => ({ name, entries: byAddress(part?.endpoints) })),
      ]),
    ).map((row) => (hasLimit(row) ? row : { ...row, perUser: USUAL_LIMIT })),
    heldSessions: parts.flatMap((part) => part.heldSessions ?? []),
    parts: {
      plugins: (settings) => parts.flatMap(({ plugins }) => plugins?.(settings) ?? []),
      tables: merged(
        'the table of Better Auth',
        named.map(({ name, part }) => ({ name, entries: part?.tables })),
      ),
    },
  }
})
