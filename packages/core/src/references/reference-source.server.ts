import type { SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { AccessRule } from '#/access/access.ts'
import type { SignedInActor } from '#/access/actor.ts'
import type { Db, Transaction } from '#/db/database.server.ts'

/** The rows of a feature that rows of others may refer to: the slot `reference`. */
export type Reference = {
  table: PgTable & {
    id: PgColumn
    organizationId: PgColumn
    ownerId: PgColumn
    createdAt: PgColumn
    /** The words of a row, those of its title with weight A. */
    search: PgColumn
  }
  title: PgColumn
  /** The rows that can be referred to, such as those that are not deleted. */
  where?: SQL
  /** Who may read them. */
  rule: AccessRule
  /** The path of one's page. */
  path?(id: string): string
}

export const referredOutput = z.object({
  id: z.string(),
  title: z.string(),
  image: z.string().nullable(),
  path: z.string().nullable(),
})

/** What is shown of a row that another refers to. */
export type Referred = z.output<typeof referredOutput>

/** What each of these fields refers to: the name of a feature, or `user` for a member of the workspace. */
export type References = Readonly<Record<string, string>>

/** Where rows to refer to are found. */
export type ReferenceSource = {
  /** The rows that the actor can choose now: those with the words of a search, or the one with this id. */
  choices(db: Db, actor: SignedInActor, asked: { search?: string; id?: string }): Promise<Referred[]>
  /** A query for the ids of all with the words of a search that can be chosen; undefined without a word. */
  idsWith(db: Db, actor: SignedInActor, search: string): Promise<SQL | undefined>
  /** The rows that rows of the workspace refer to. */
  read(db: Db, actor: SignedInActor, ids: readonly string[]): Promise<Referred[]>
  /** Keeps those that can be chosen from being deleted until the transaction ends. Returns their ids. */
  hold(tx: Transaction, actor: SignedInActor, ids: readonly string[]): Promise<string[]>
}
