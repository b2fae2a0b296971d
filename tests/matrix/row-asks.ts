import type { SignedInActor } from '@plinth/core/access'
import type { Db } from '@plinth/core/database/server'
import { referredRow } from '@plinth/testing/referred-row.ts'
import { BESIDE, type Caller, type World } from './actors.ts'
import type { Row } from './table.ts'

type Rows = {
  /** Adds a row of that user to their active workspace. */
  add: (db: Db, actor: SignedInActor, values?: { deletedAt: Date }) => Promise<{ id: string }>
  /** What a user could write. */
  fields: (db: Db, actor: SignedInActor) => object
  /** What rows belong to: the feature by the field with the id of one of its rows. */
  parent?: Readonly<Record<string, string>>
}

/**
 * What callers send for the lines about rows of a workspace: `get (of Acme)`, `get (unknown)`, `create`,
 * `update (own)`, `delete (another's in Acme)` and so on, the page of one, and `list (of Acme)` of rows that
 * belong to others. Own rows of callers without a user are by another owner of Acme.
 */
export function rowAsks(text: string, { add, fields, parent = {} }: Rows): Record<string, Row['ask']> {
  const asks = text.split('\n').flatMap((line): [string, Row['ask']][] => {
    const name = /^\s*(\S+\.\w+(?: \([^)]+\))?|GET \S+\/\$\w+)(?= +(?:\d{3}|>\/))/.exec(line)?.[1]?.trim()
    const ask = name === undefined ? undefined : askOf(name)
    return name === undefined || !ask ? [] : [[name, ask]]
  })
  return Object.fromEntries(asks)

  function askOf(name: string): Row['ask'] | undefined {
    const [, verb = '', of = ''] = /\.(\w+)(?: \((.+)\))?$/.exec(name) ?? []
    const idOf = async ({ db, another }: World, { actor }: Caller): Promise<{ id: string }> => {
      if (of === 'unknown') return { id: 'unknown' }
      const by = of === 'own' ? (actor ?? another) : another
      const { id } = await (verb === 'restore' ? add(db, by, { deletedAt: new Date() }) : add(db, by))
      return { id }
    }
    const parentsOf = async (db: Db, actor: SignedInActor) => {
      const ids = Object.entries(parent).map(async ([field, feature]) => [
        field,
        of === 'unknown' ? of : await referredRow(db, actor, feature),
      ])
      return Object.fromEntries(await Promise.all(ids)) as object
    }
    // A role that no rule names may not even upload what it would write.
    const writer = ({ another }: World, { actor, column }: Caller) =>
      column === BESIDE || !actor ? another : actor
    const written = async (world: World, caller: Caller) => fields(world.db, writer(world, caller))
    if (name.startsWith('GET '))
      return async (world, caller) => ({
        path: name.slice('GET '.length).replace(/\$\w+$/, (await idOf(world, caller)).id),
      })
    if (verb === 'create')
      return async (world, caller) => ({
        input: {
          ...(await written(world, caller)),
          ...(await parentsOf(world.db, writer(world, caller))),
        },
      })
    if (of === '') return undefined
    if (verb === 'list') return async ({ db, another }) => ({ input: await parentsOf(db, another) })
    return async (world, caller) => ({
      input: {
        ...(await idOf(world, caller)),
        ...(verb === 'update' && (await written(world, caller))),
      },
    })
  }
}
