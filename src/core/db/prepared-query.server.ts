import type { Db } from './database.server.ts'

type Preparable<P> = { prepare(name: string): P }

/**
 * A query that is asked with every page: drizzle writes its SQL once for each handle and `variant`, and not for every call, which costs more than
 * sending it. `build` names what changes from call to call by `sql.placeholder`; the values go to `execute`. The server plans each call by its
 * own values as usual: the statement has no name there, so that it may also pass through a pooler.
 */
export function preparedQuery<P, Variant extends string | void = void>(
  build: (db: Db, variant: Variant) => Preparable<P>,
): (db: Db, variant: Variant) => P {
  const prepared = new WeakMap<Db, Map<Variant, P>>()
  return (db, variant) => {
    let variants = prepared.get(db)
    if (!variants) prepared.set(db, (variants = new Map()))
    let query = variants.get(variant)
    if (!query) variants.set(variant, (query = build(db, variant).prepare('')))
    return query
  }
}
