import { ambientTransaction, type OpenDatabase } from '#/core/db/database.server.ts'

/**
 * A handle that queries through the open transaction of the call chain, or through the pool when there is
 * none. For Better Auth, which can't be handed one.
 */
export function followTransaction(db: OpenDatabase['db']): OpenDatabase['db'] {
  return new Proxy(db, {
    get(pool, property) {
      const target = ambientTransaction() ?? pool
      const value: unknown = Reflect.get(target, property, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}
