import type { AuthEndpoint } from '@plinth/core/auth/auth-endpoint.server.ts'
import type { createAuth } from '@plinth/core/auth/auth.server.ts'
import { signInEndpoints } from '@plinth/core/auth/auth-endpoints.server.ts'
import type { FeatureAuth, FeaturePlugins } from '@plinth/core/feature.server.ts'
import { installed, serverFeatures } from './installed.server.ts'
import { keyed, merged } from './merged.ts'

/** For endpoints that write and declare no limit of their own. */
const USUAL_LIMIT = { max: 120, windowSeconds: 60 }
const hasLimit = ({ method, perAddress, perAccount }: AuthEndpoint) =>
  method === 'GET' || perAddress !== undefined || perAccount !== undefined

const named = await Promise.all(
  serverFeatures.map(
    async ({ name, auth }): Promise<{ name: string; part?: FeatureAuth | FeaturePlugins }> => ({
      name,
      part: await auth?.(installed),
    }),
  ),
)
const parts = named.flatMap(({ part }) => part ?? [])
const byAddress = (endpoints?: readonly AuthEndpoint[]) =>
  keyed(endpoints, ({ method, path }) => `${method} /api/auth${path}`)

/**
 * Every endpoint served under /api/auth. Other endpoints of plugins are 404, so that a new version can't
 * expose one unnoticed.
 */
export const authEndpoints: readonly AuthEndpoint[] = Object.values(
  merged('the endpoint', [
    { name: 'core', entries: byAddress(signInEndpoints) },
    ...named.map(({ name, part }) => ({ name, entries: byAddress(part?.endpoints) })),
  ]),
).map((row) => (hasLimit(row) ? row : { ...row, perUser: USUAL_LIMIT }))

/** Sessions that features hold in a browser beside the active one. */
export const heldSessions = parts.flatMap((part) => part.heldSessions ?? [])

/** What features bring to Better Auth. */
export const authParts: Parameters<typeof createAuth>[0]['parts'] = {
  plugins: (settings) => parts.flatMap(({ plugins }) => plugins?.(settings) ?? []),
  tables: merged(
    'the table of Better Auth',
    named.map(({ name, part }) => ({ name, entries: part?.tables })),
  ),
}
