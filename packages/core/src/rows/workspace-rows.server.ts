import { and, eq, isNotNull, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { authorize } from '#/access/access.ts'
import type { SignedInActor } from '#/access/actor.ts'
import { exportOwnContent } from '#/access/own-content.server.ts'
import { inWorkspace, kindOfWorkspace, workspaceIds, workspaceOf } from '#/access/workspace.server.ts'
import { writeAudit } from '#/audit/audit.server.ts'
import { lastChangeOf } from '#/audit/last-change.server.ts'
import type { Db, Transaction } from '#/db/database.server.ts'
import { user } from '#/identity/identity.table.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { announce, workspaceTopic } from '#/realtime/live.server.ts'
import { followTopic } from '#/realtime/stream.server.ts'
import type { Reference } from '#/references/reference-source.server.ts'
import type { VerbContext } from '#/trpc/context.server.ts'
import { listInput, listRows, notDeleted, recentRows } from './list-rows.server.ts'
import {
  pick,
  selectedColumns,
  rowOutput,
  type Columns,
  type FieldColumns,
  type Row,
  type RowTable,
  type ValuesOf,
} from './row-columns.server.ts'
import { parentOf } from './parent-row.server.ts'
import { relations, type RelationsOf } from './related-rows.server.ts'
import type { Rows } from './rows-options.server.ts'
import { rowProcedures } from './row-procedures.server.ts'
import { writingProcedures } from './writing-procedures.server.ts'

/** Only rows that are not deleted, by default. */
type Wanted = { id: string; state?: 'live' | 'deleted' | 'any' }

/**
 * What all rows of a workspace have in common: how they are read, listed, followed, restored, exported and
 * referred to. What changes them is written by hand, a verb each, with `lock`, `announce` and `read`.
 */
export function workspaceRows<
  const Table extends RowTable,
  const Fields extends z.ZodRawShape,
  const Listed extends Columns = Extract<FieldColumns<Table, Fields>, Columns>,
  const More extends keyof Table & string = never,
  const Sortable extends string = never,
  const Filter extends keyof Table & keyof Fields & string = never,
  References = never,
  Files = never,
  const ParentId extends keyof Table & string = never,
>(rows: Rows<Table, Fields, Listed, More, Sortable, Filter, References, Files, ParentId>) {
  type OfParent = Record<ParentId, string>
  type Relations = RelationsOf<References, Files> & OfParent
  type ListedRow = Row<Table, Listed> & Relations
  type OwnColumns = FieldColumns<Table, Fields>
  type SentRow = Row<Table, Omit<Listed, keyof OwnColumns> & OwnColumns> & Relations
  type WholeRow = SentRow & ValuesOf<Pick<Table, More>>
  type Pointers = keyof References | keyof Files
  type LockedRow = ValuesOf<Pick<Table, Extract<keyof Table, 'id' | 'createdById' | 'updatedAt' | Pointers>>>
  type Sort = 'createdAt' | '-createdAt' | Sortable | `-${Sortable}`
  type Asked = { cursor?: string | null; limit: number; search?: string; sort?: Sort }
  type ListInput = Asked & { [Name in Filter]?: OneOf<ValuesOf<Table>[Name]> } & OfParent
  type Given = [ParentId] extends [never] ? Partial<ListInput> | undefined : Partial<ListInput> & OfParent

  const { name, noun, access, fields, sortable = [] } = rows
  const table: RowTable = rows.table
  const ofFields = pick(table, Object.keys(fields.shape))
  const parent = rows.parent && parentOf(table, rows.parent)
  const listed: Columns = { ...(rows.listed ?? ofFields), ...parent?.own }
  const more = pick(table, rows.more ?? [])
  const whole = { ...listed, ...ofFields }
  const { relate, pointers, relatedOutput } = relations(rows)
  const { filters = [] } = rows
  const list = { table, columns: listed, sortable, filters, fields, parent: parent?.column }
  const recentOf = recentRows(table, listed)
  const topicOf = (actor: SignedInActor) => workspaceTopic(name, workspaceOf(actor))

  function matching(actor: SignedInActor, { id, state = 'live' }: Wanted): SQL | undefined {
    const deleted = table.deletedAt ? isNotNull(table.deletedAt) : sql`false`
    const deletion = { live: notDeleted(table), deleted, any: undefined }
    return and(eq(table.id, id), inWorkspace(table, actor), deletion[state], parent?.isThere)
  }

  /** Throws the same not_found for an unknown row, a foreign one and one in another state. */
  async function read(db: Db, actor: SignedInActor, wanted: Wanted): Promise<WholeRow> {
    const [row] = await db
      .select(selectedColumns(table, { ...whole, ...more }))
      .from(table)
      .leftJoin(user, eq(user.id, table.createdById))
      .where(matching(actor, wanted))
    const [related] = await relate(db, actor, [found(row)])
    return related as WholeRow
  }

  /** Locks a row until the transaction ends, and returns its ids. Throws not_found like `read`. */
  async function lock(tx: Transaction, actor: SignedInActor, wanted: Wanted): Promise<LockedRow & Locked> {
    const { id, createdById, updatedAt } = table
    const [row] = await tx
      .select({ id, createdById, ...(updatedAt && { updatedAt }), ...pick(table, pointers) })
      .from(table)
      .where(matching(actor, wanted))
      .for('update')
    return found(row) as unknown as LockedRow & Locked
  }

  /** Signals to all clients that follow the rows of the workspace, once the transaction commits. */
  const announceRows = (tx: Transaction, actor: SignedInActor) => announce(tx, topicOf(actor))

  const verbs = {
    /** One row. Throws not_found. */
    async get(ctx: VerbContext, { id }: { id: string }): Promise<WholeRow> {
      return read(ctx.db, authorize(ctx.actor, access.get), { id })
    },

    /** A page of rows by search, filters and order. */
    async list(ctx: VerbContext, input: ListInput): Promise<Page<ListedRow>> {
      const actor = authorize(ctx.actor, access.list)
      if (parent) await parent.require(ctx.db, actor, (input as Belonging)[parent.column] ?? '')
      const findReferred = rows.references?.idsWith
      const { items, nextCursor } = await listRows({ ...list, db: ctx.db, findReferred }, actor, input)
      return { items: (await relate(ctx.db, actor, items)) as ListedRow[], nextCursor }
    },

    /** The newest five, for the home page. */
    async recent(ctx: VerbContext): Promise<ListedRow[]> {
      const actor = authorize(ctx.actor, access.list)
      const query = recentOf(ctx.db, kindOfWorkspace(actor))
      return (await relate(ctx.db, actor, await query.execute(workspaceIds(actor)))) as ListedRow[]
    },

    /** Who saved a row last, for the form of somebody else who has it open. Throws not_found. */
    async editor(ctx: VerbContext, { id }: { id: string }) {
      const actor = authorize(ctx.actor, access.get)
      const [row] = await ctx.db.select({ id: table.id }).from(table).where(matching(actor, { id }))
      found(row)
      return lastChangeOf(ctx.db, { type: noun, id })
    },

    /** Undoes a deletion. Throws not_found if it isn't deleted, forbidden. */
    async restore(ctx: VerbContext, { id }: { id: string }): Promise<WholeRow> {
      if (!access.restore) throw new Error(`${name} has no rule restore`)
      const rule = access.restore
      const actor = authorize(ctx.actor, access.get)
      return ctx.db.transaction(async (tx) => {
        authorize(actor, rule, await lock(tx, actor, { id, state: 'deleted' }))
        await tx.update(table).set({ deletedAt: null }).where(eq(table.id, id))
        await writeAudit(tx, actor, { action: `${noun}.restore`, target: { type: noun, id } })
        await announceRows(tx, actor)
        return read(tx, actor, { id })
      })
    },

    /**
     * Yields once when it listens, and again whenever rows of the workspace may have changed on any instance.
     * Clients refetch what they show.
     */
    changes(ctx: VerbContext) {
      return followTopic(ctx, access.changes, topicOf(authorize(ctx.actor, access.changes)))
    },
  }

  type Editor = Awaited<ReturnType<typeof verbs.editor>>
  const output = {
    row: rowOutput(table, whole, fields).extend(relatedOutput),
    listed: rowOutput(table, listed, fields).extend(relatedOutput),
  } as unknown as {
    row: z.ZodType<SentRow, SentRow>
    listed: z.ZodType<ListedRow, ListedRow>
  }
  const input = listInput(list) as unknown as z.ZodType<ListInput, Given>

  return {
    read,
    lock,
    announce: announceRows,
    /**
     * For a new row: keeps what it belongs to from being changed or deleted until the transaction ends.
     * Throws not_found.
     */
    async holdParent(tx: Transaction, actor: SignedInActor, id: string): Promise<void> {
      if (!parent) throw new Error(`${name} belong to nothing`)
      await parent.hold(tx, actor, id)
    },
    topicOf,
    ...verbs,
    listInput: input,
    /** What procedures return of one row, and of one in a list. */
    output,
    /** Its procedures. A router takes those that it offers. */
    procedures: () => ({
      ...rowProcedures<SentRow, ListedRow, ListInput, Given, Editor>({
        name,
        noun,
        access,
        verbs,
        input,
        output,
        isSorted: sortable.length > 0,
      }),
      ...writingProcedures<Fields, SentRow, OfParent>({
        name,
        noun,
        access,
        fields,
        row: output.row,
        parent: parent?.column,
      }),
    }),

    /** What a user wrote, with deleted rows that are still stored. The caller has authorized. */
    exportOf(db: Db, userId: string) {
      const { id, organizationId, createdAt, updatedAt, deletedAt } = table
      const dates = { createdAt, ...(updatedAt && { updatedAt }), ...(deletedAt && { deletedAt }) }
      const columns = { id, organizationId, ...parent?.own, ...ofFields, ...dates }
      return exportOwnContent(db, userId, { table, columns })
    },

    /** What rows of other features refer to, and what names a row in activity. */
    referTo(title: PgColumn, path?: (id: string) => string): Reference {
      if (!table.search) throw new Error(`${name} has no column search`)
      return { table: table as Reference['table'], title, where: notDeleted(table), rule: access.get, path }
    },
  }
}

function found<Of>(row: Of | undefined): Of {
  if (!row) throw new AppError('not_found', 'errors:notFound')
  return row
}

type Page<Item> = { items: Item[]; nextCursor: string | null }
/** Of a column with several values, one of them. */
type OneOf<Value> = NonNullable<Value> extends readonly (infer One)[] ? One : NonNullable<Value>

type Locked = { createdById: string | null }
type Belonging = Readonly<Record<string, string | undefined>>
