import { and, asc, count, eq, inArray, notExists, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { may, type AccessRule } from '#/access/access.ts'
import type { SignedInActor } from '#/access/actor.ts'
import { ownContent } from '#/access/own-content.server.ts'
import { inWorkspace } from '#/access/workspace.server.ts'
import type { Db, Transaction } from '#/db/database.server.ts'
import { file } from '#/storage/file.table.server.ts'
import { AppError } from '#/lib/app-error.ts'
import {
  attachmentColumns,
  attachmentOutput,
  isItsFile,
  withUrl,
  type Attachment,
} from './attachment-output.server.ts'
import { PDF_TYPE } from './accepted-files.ts'
import { attachments } from './attachments.table.server.ts'

// A row may have files: each in a column with the id of an upload, which no other row has. The row decides
// who gets them (decision 043).

/** The rows of a feature that have files, and the columns with their ids: the slot `attachments`. */
export type RowsWithFiles = {
  table: PgTable & {
    id: PgColumn
    organizationId: PgColumn
    ownerId: PgColumn
    createdById: PgColumn
  }
  columns: readonly PgColumn[]
  /** The rows that can be read, such as those that are not deleted. Others keep their files. */
  where?: SQL | undefined
  /** Who may read a row, and so its files. */
  rule: AccessRule
}

type ReadRows = () => Promise<readonly RowsWithFiles[]>

let readRows: ReadRows | undefined

/** Provides what the installed features bring. The composition root calls it at start. */
export function provideAttachments(given: ReadRows): void {
  readRows = given
}

async function rowsWithFiles(): Promise<readonly RowsWithFiles[]> {
  if (!readRows) throw new Error('No attachments: provideAttachments() has not run')
  return readRows()
}

const has = ({ columns }: RowsWithFiles, id: string | PgColumn): SQL | undefined =>
  or(...columns.map((column) => eq(column, id)))

/** Whether no row of any workspace has the file; deleted rows that can be restored have theirs. */
export async function isUnused(db: Db): Promise<SQL | undefined> {
  const all = await rowsWithFiles()
  return and(
    ...all.map((rows) =>
      notExists(
        db
          .select({ id: sql`1` })
          .from(rows.table)
          .where(has(rows, attachments.fileId)),
      ),
    ),
  )
}

/** Whether the actor may read a row that has the file. */
export async function mayReadRowOf(db: Db, actor: SignedInActor, id: string): Promise<boolean> {
  for (const rows of await rowsWithFiles()) {
    const [row] = await db
      .select({ createdById: sql<string | null>`${rows.table.createdById}` })
      .from(rows.table)
      .where(and(inWorkspace(rows.table, actor), rows.where, has(rows, id)))
    if (row) return may(actor, rows.rule, row)
  }
  return false
}

/** How many fields of rows have the file. */
async function countUses(tx: Transaction, id: string): Promise<number> {
  let uses = 0
  for (const { table, columns } of await rowsWithFiles())
    for (const column of columns) {
      const [found] = await tx.select({ uses: count() }).from(table).where(eq(column, id))
      uses += found?.uses ?? 0
    }
  return uses
}

/** `pdf` is a file that only a PDF can be. */
type Kind = 'file' | 'image' | 'pdf'
type Kinds = Readonly<Record<string, Kind>>

type Declared<Of extends Kinds> = Omit<RowsWithFiles, 'table' | 'columns'> & {
  table: RowsWithFiles['table'] & Readonly<Record<keyof Of, PgColumn>>
  fields: Of
}

/**
 * Declares the fields of a table that are files: `defineAttachments({ table: invoices, fields: { receipt:
 * 'file' }, rule: invoicesAccess.get })`. The result is also the feature's slot `attachments`.
 */
export function defineAttachments<const Of extends Kinds>({ table, fields, where, rule }: Declared<Of>) {
  type Own = Readonly<Record<keyof Of, string | null>>
  type Shown = Record<keyof Of, Attachment | null>
  const names = Object.keys(fields)
  const columns = names.map((name) => table[name] as PgColumn)
  return {
    table,
    columns,
    where,
    rule,

    /**
     * Makes uploads the row's own, once it is written. Throws invalid, with the field, for one that is not of
     * the actor and this workspace, has another kind, or belongs to another row. What the row had `before` is
     * kept for seven days. For an existing row, call holdOwners before you lock it.
     */
    async take(
      tx: Transaction,
      actor: SignedInActor,
      { row, before }: { row: Own; before?: Own },
    ): Promise<void> {
      // In one order, so that two changes never wait for each other.
      const changed = names
        .filter((name) => row[name] !== before?.[name])
        .toSorted((one, other) => String(row[one]).localeCompare(String(row[other])))
      for (const name of changed) {
        const id = row[name]
        if (id && !(await takeOne(tx, actor, { id, kind: fields[name] ?? 'file' })))
          throw new AppError('invalid', 'errors:fileMissing', { field: name })
      }
      const left = changed.flatMap((name) => before?.[name] ?? [])
      if (left.length > 0)
        await tx
          .update(attachments)
          .set({ usedAt: sql`now()` })
          .where(and(inArray(attachments.fileId, left), inWorkspace(attachments, actor)))
    },

    /** Adds to each row its files, by one query. Null for a field that is empty. */
    async addTo<Row extends Own>(
      db: Db,
      actor: SignedInActor,
      rows: readonly Row[],
    ): Promise<(Row & { files: Shown })[]> {
      const ids = rows.flatMap((row) => names.flatMap((name) => row[name] || []))
      const found =
        ids.length === 0
          ? []
          : await db
              .select(attachmentColumns)
              .from(attachments)
              .innerJoin(file, isItsFile)
              .where(and(inArray(attachments.fileId, ids), inWorkspace(attachments, actor)))
      const byId = new Map(found.map((one) => [one.id, withUrl(one)]))
      return rows.map((row) => {
        const shown = names.map((name) => [name, byId.get(row[name] ?? '') ?? null])
        return { ...row, files: Object.fromEntries(shown) as Shown }
      })
    },

    /** The schema of what addTo adds, for the output of procedures. */
    output: z.object(
      Object.fromEntries(names.map((name) => [name, attachmentOutput.nullable()])) as {
        [Field in keyof Of]: z.ZodNullable<typeof attachmentOutput>
      },
    ),

    /** The files of the rows that a user created, for the data export. The caller has authorized. */
    async exportOf(
      db: Db,
      userId: string,
      folder: string,
    ): Promise<{ path: string; fileId: string; sizeBytes: number }[]> {
      const isFile = or(...columns.map((column) => eq(column, attachments.fileId)))
      const found = await db
        .select(attachmentColumns)
        .from(table as PgTable)
        .innerJoin(attachments, isFile)
        .innerJoin(file, isItsFile)
        .where(and(ownContent(table, userId), where))
        .orderBy(asc(attachments.fileId))
      return found.map(({ id, name, sizeBytes }) => ({
        path: `${folder}/${id}-${name.replaceAll('/', '_')}`,
        fileId: id,
        sizeBytes,
      }))
    },
  }
}

const pdfs = (tx: Transaction) => tx.select({ id: file.id }).from(file).where(eq(file.contentType, PDF_TYPE))

/** Locks an upload for a row that has its id already. Returns false if it may not have it. */
async function takeOne(
  tx: Transaction,
  actor: SignedInActor,
  { id, kind }: { id: string; kind: Kind },
): Promise<boolean> {
  const taken = await tx
    .update(attachments)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(attachments.fileId, id),
        inWorkspace(attachments, actor),
        eq(attachments.createdById, actor.userId),
        eq(attachments.kind, kind === 'image' ? 'image' : 'file'),
        kind === 'pdf' ? inArray(attachments.fileId, pdfs(tx)) : undefined,
      ),
    )
    .returning({ id: attachments.fileId })
  // Counted behind the lock: of two rows that take it concurrently, the second one sees the first.
  return taken.length > 0 && (await countUses(tx, id)) === 1
}
