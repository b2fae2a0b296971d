import { and, desc, inArray, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { authorize, may, type AccessRule } from '#/access/access.ts'
import type { Actor, SignedInActor } from '#/access/actor.ts'
import { inWorkspace } from '#/access/workspace.server.ts'
import type { Db, Transaction } from '#/db/database.server.ts'
import { prefixQuery } from '#/db/text-search.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { CHOICES_MAX, members } from './members.server.ts'
import {
  referredOutput,
  type Reference,
  type References,
  type ReferenceSource,
  type Referred,
} from './reference-source.server.ts'
import { referencesAccess } from './references.access.ts'
import type { ReferenceChoicesInput } from './references.schema.ts'

// A row may refer to a row of another feature, or to a member, of the same workspace. It keeps the id,
// without a foreign key: what is deleted can be restored, a feature can be removed, and a reference to what
// is gone is shown as such (decision 041).

type ReadReference = (feature: string) => Promise<Reference | undefined>

let readReference: ReadReference | undefined

/** Provides what the installed features bring. The composition root calls it at start. */
export function provideReferences(given: ReadReference): void {
  readReference = given
}

type Source = ReferenceSource & { rule?: AccessRule }

/** Throws not_found if nothing of that name can be referred to. */
async function sourceOf(name: string): Promise<Source> {
  if (name === 'user') return members
  if (!readReference) throw new Error('No references: provideReferences() has not run')
  const reference = await readReference(name)
  if (!reference) throw new AppError('not_found', 'errors:notFound')
  return { ...rowsOf(reference), rule: reference.rule }
}

function rowsOf({ table, title, where, path }: Reference): ReferenceSource {
  const id = sql<string>`${table.id}`
  const isThere = (actor: SignedInActor) => and(inWorkspace(table, actor), where)
  const find = (db: Db, condition: SQL | undefined) =>
    db
      .select({ id, title: sql<string>`${title}` })
      .from(table)
      .where(condition)
      .$dynamic()
  const shown = (rows: readonly { id: string; title: string }[]): Referred[] =>
    rows.map((row) => ({ ...row, image: null, path: path?.(row.id) ?? null }))
  const idsWith = async (db: Db, actor: SignedInActor, search: string) => {
    const query = await prefixQuery(db, search, 'A')
    const isFound = sql`${table.search} @@ ${query}::tsquery`
    return query === undefined
      ? undefined
      : sql`select ${id} from ${table} where ${and(isThere(actor), isFound)}`
  }
  const read = async (db: Db, actor: SignedInActor, ids: readonly string[]) =>
    shown(await find(db, and(isThere(actor), inArray(table.id, [...ids]))))
  return {
    read,
    idsWith,
    async choices(db, actor, asked) {
      if (asked.id !== undefined) return read(db, actor, [asked.id])
      const query = asked.search ? await prefixQuery(db, asked.search, 'A') : undefined
      if (asked.search && query === undefined) return []
      const isFound = query === undefined ? undefined : sql`${table.search} @@ ${query}::tsquery`
      return shown(
        await find(db, and(isThere(actor), isFound))
          .orderBy(desc(table.createdAt), desc(table.id))
          .limit(CHOICES_MAX),
      )
    },
    async hold(tx, actor, ids) {
      const rows = await tx
        .select({ id })
        .from(table)
        .where(and(isThere(actor), inArray(table.id, [...ids])))
        .orderBy(table.id)
        .for('share')
      return rows.map((row) => row.id)
    },
  }
}

/**
 * Returns rows that a field can refer to: the newest with the words of a search in their title, or the one
 * with this id. Any member who may read them. Throws forbidden, not_found for a name that refers to nothing.
 */
export async function referenceChoices(
  { db, actor: given }: { db: Db; actor: Actor },
  { of, ...asked }: ReferenceChoicesInput,
): Promise<Referred[]> {
  const actor = authorize(given, referencesAccess.choices)
  const { rule, choices } = await sourceOf(of)
  if (rule) authorize(actor, rule)
  return choices(db, actor, asked)
}

/** Declares what fields refer to: `defineReferences({ customer: 'customers', assignee: 'user' })`. */
export function defineReferences<const Of extends References>(references: Of) {
  const fields = Object.entries<string>(references)
  type Own = Readonly<Record<keyof Of, string | null>>
  return {
    /**
     * Keeps what the fields refer to from being deleted until the transaction ends, but for references
     * that the row had `before`. Throws invalid, with the field, for one that the actor can't choose. Call
     * it after the insert of a new row, which locks the workspace; for an existing one, holdOwners first.
     */
    async hold(
      tx: Transaction,
      actor: SignedInActor,
      { row, before }: { row: Own; before?: Own },
    ): Promise<void> {
      const changed = fields.filter(([field]) => row[field] !== before?.[field])
      for (const [of, ids] of idsOf(changed, [row])) {
        const { rule, hold } = await sourceOf(of)
        const held = !rule || may(actor, rule) ? await hold(tx, actor, ids) : []
        const isMissing = (id: string | null | undefined) => typeof id === 'string' && !held.includes(id)
        const [missing] = changed.find(([field, name]) => name === of && isMissing(row[field])) ?? []
        if (missing !== undefined)
          throw new AppError('invalid', 'errors:referenceMissing', { field: missing })
      }
    },

    /**
     * Adds to each row what its fields refer to, by one query for each feature. Null for a field that is
     * empty, for what is deleted, and for what the actor may not read.
     */
    async addTo<Row extends Own>(
      db: Db,
      actor: SignedInActor,
      rows: readonly Row[],
    ): Promise<(Row & { references: Record<keyof Of, Referred | null> })[]> {
      const found = new Map<string, Referred>()
      for (const [of, ids] of idsOf(fields, rows)) {
        const { rule, read } = await sourceOf(of)
        if (rule && !may(actor, rule)) continue
        for (const referred of await read(db, actor, ids)) found.set(`${of} ${referred.id}`, referred)
      }
      return rows.map((row) => {
        const shown = fields.map(([field, of]) => [field, found.get(`${of} ${row[field]}`) ?? null])
        return { ...row, references: Object.fromEntries(shown) as Record<keyof Of, Referred | null> }
      })
    },

    /**
     * Queries for the ids of what each field may refer to with the words of a search in its title, without
     * what the actor may not read.
     */
    async idsWith(db: Db, actor: SignedInActor, search: string): Promise<{ field: string; ids: SQL }[]> {
      const found = fields.map(async ([field, of]) => {
        const { rule, idsWith } = await sourceOf(of)
        const ids = rule && !may(actor, rule) ? undefined : await idsWith(db, actor, search)
        return ids ? [{ field, ids }] : []
      })
      return (await Promise.all(found)).flat()
    },

    /** The schema of what addTo adds, for the output of procedures. */
    output: z.object(
      Object.fromEntries(fields.map(([field]) => [field, referredOutput.nullable()])) as {
        [Field in keyof Of]: z.ZodNullable<typeof referredOutput>
      },
    ),
  }
}

type Ids = Readonly<Record<string, string | null>>

/** The ids in these fields of the rows, by what they refer to. */
function idsOf(fields: readonly (readonly [string, string])[], rows: readonly Ids[]): Map<string, string[]> {
  const ids = new Map<string, Set<string>>()
  for (const [field, of] of fields)
    for (const { [field]: id } of rows) if (id) ids.set(of, (ids.get(of) ?? new Set()).add(id))
  return new Map([...ids].map(([of, set]) => [of, [...set]]))
}
