import type { Db } from './database.server.ts'

type Preparable<P> = { prepare(name: string): P }

/**
 * A query that is asked with every page: drizzle writes its SQL once for each handle and `variant` (JSON; a few), and not for every call, which costs
 * more than sending it. `build` names what changes from call to call by `sql.placeholder`; the values go to `execute`. The server plans each call by its
 * own values as usual: the statement has no name there, so that it may also pass through a pooler.
 */
export function preparedQuery<P, Variant = void>(build: (db: Db, variant: Variant) => Preparable<P>): (db: Db, variant: Variant) => P {
  const prepared = new WeakMap<Db, Map<string, P>>()
  return (db, variant) => {
    let variants = prepared.get(db)
    if (!variants) prepared.set(db, (variants = new Map<string, P>()))
    const name = JSON.stringify(variant)
    let query = variants.get(name)
    if (!query) variants.set(name, (query = build(db, variant).prepare('')))
    return query
  }
}
