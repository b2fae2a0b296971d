import { createHash } from 'node:crypto'
import type { Db } from './database.server.ts'

type Preparable<P> = { toSQL(): { sql: string }; prepare(name: string): P }

/**
 * For queries that every page runs: Drizzle builds the SQL once per handle and `variant` (a few, as JSON),
 * and the server parses and plans it once per connection, which costs more than running it. `build` uses
 * `sql.placeholder` for the values passed to `execute`. PostgreSQL plans the first five calls by their values
 * and then keeps a generic plan only if it is as good. In a transaction or through a pooler each call is
 * planned (`pool.server.ts`).
 */
export function preparedQuery<P, Variant = void>(
  build: (db: Db, variant: Variant) => Preparable<P>,
): (db: Db, variant: Variant) => P {
  const prepared = new WeakMap<Db, Map<string, P>>()
  return (db, variant) => {
    let variants = prepared.get(db)
    if (!variants) prepared.set(db, (variants = new Map<string, P>()))
    const key = JSON.stringify(variant)
    let query = variants.get(key)
    if (!query) {
      const built = build(db, variant)
      variants.set(key, (query = built.prepare(nameOf(built.toSQL().sql))))
    }
    return query
  }
}

// Derived from the statement, so a name never refers to two statements on a shared connection, not even
// across versions of this code.
const nameOf = (statement: string) =>
  `prepared_${createHash('sha256').update(statement).digest('hex').slice(0, 32)}`
