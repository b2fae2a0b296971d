import { createHash } from 'node:crypto'
import type { Db } from './database.server.ts'

type Preparable<P> = { toSQL(): { sql: string }; prepare(name: string): P }

type Options<Variant> = {
  /**
   * Whether the server may keep one plan for all values; by default it may. Not where a good plan depends on
   * them, as in a search for words.
   */
  plansOnce?: (variant: Variant) => boolean
}

/**
 * A query that is asked with every page: drizzle writes its SQL once for each handle and `variant` (JSON; a
 * few), and the server reads and plans it once for each connection, which costs more than running it. `build`
 * names what changes from call to call by `sql.placeholder`; the values go to `execute`. The server makes
 * plans by the values of the first five calls and keeps a general one only where that is as good. In a
 * transaction, and through a connection pooler, it plans each call (`database.server.ts`).
 */
export function preparedQuery<P, Variant = void>(
  build: (db: Db, variant: Variant) => Preparable<P>,
  { plansOnce = () => true }: Options<Variant> = {},
): (db: Db, variant: Variant) => P {
  const prepared = new WeakMap<Db, Map<string, P>>()
  return (db, variant) => {
    let variants = prepared.get(db)
    if (!variants) prepared.set(db, (variants = new Map<string, P>()))
    const key = JSON.stringify(variant)
    let query = variants.get(key)
    if (!query) {
      const built = build(db, variant)
      variants.set(key, (query = built.prepare(plansOnce(variant) ? nameOf(built.toSQL().sql) : '')))
    }
    return query
  }
}

// From the statement itself: on a shared connection one name always means one statement, also to an older
// version of this code.
const nameOf = (statement: string) =>
  `plinth_${createHash('sha256').update(statement).digest('hex').slice(0, 32)}`
