import type { AuthEndpoint } from '#/core/auth/auth-endpoint.server.ts'
import type { createAuth } from '#/core/auth/auth.server.ts'
import { signInEndpoints } from '#/core/auth/auth-endpoints.server.ts'
import type { FeatureAuth, FeaturePlugins } from '#/core/feature.server.ts'
import { serverFeatures } from './installed.server.ts'

/** For endpoints that write and declare no limit of their own. */
const USUAL_LIMIT = { max: 120, windowSeconds: 60 }
const hasLimit = ({ method, perAddress, perAccount }: AuthEndpoint) =>
  method === 'GET' || perAddress !== undefined || perAccount !== undefined

const parts: readonly (FeatureAuth | FeaturePlugins)[] = (
  await Promise.all(serverFeatures.map(async (feature) => feature.auth?.()))
).filter((part) => part !== undefined)

/**
 * Every endpoint served under /api/auth. Other endpoints of plugins are 404, so that a new version can't
 * expose one unnoticed.
 */
export const authEndpoints: readonly AuthEndpoint[] = [
  ...signInEndpoints,
  ...parts.flatMap(({ endpoints = [] }) => endpoints),
].map((row) => (hasLimit(row) ? row : { ...row, perUser: USUAL_LIMIT }))

const addresses = authEndpoints.map(({ method, path }) => `${method} ${path}`)
const twice = addresses.find((address, at) => addresses.indexOf(address) !== at)
if (twice) throw new Error(`Two features bring the endpoint ${twice} under /api/auth`)

/** Sessions that features hold in a browser beside the active one. */
export const heldSessions = parts.flatMap((part) => part.heldSessions ?? [])

/** What features bring to Better Auth. */
export const authParts: Parameters<typeof createAuth>[0]['parts'] = {
  plugins: (settings) => parts.flatMap(({ plugins }) => plugins?.(settings) ?? []),
  tables: Object.assign({}, ...parts.map(({ tables }) => tables)) as NonNullable<FeaturePlugins['tables']>,
  async provesMailbox(tx, path, email) {
    for (const part of parts) if (await part.provesMailbox?.(tx, path, email)) return true
    return false
  },
}
