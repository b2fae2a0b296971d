import { and, asc, eq, gt, isNull, max } from 'drizzle-orm'
import { tracked } from '@trpc/server'
import { type SignedInActor, authorize } from '@plinth/core/access'
import type { VerbContext } from '@plinth/core/verb/server'
import { databaseNow, inWorkspace, shareRead, user } from '@plinth/core/database/server'
import { followTopic } from '@plinth/core/live/server'
import { todosAccess } from '../todos.access.ts'
import type { Todo, TodoChangesInput } from '../todos.schema.ts'
import { DELETED_KEPT_DAYS } from './sweep-todos.server.ts'
import { todoRows } from './todo-rows.server.ts'
import { todos } from './todos.table.server.ts'

/**
 * The changes since the previous event: current to-dos, and ids of deleted ones. `isWhole`: this is the whole
 * list, which replaces the client's.
 */
export type TodoChanges = { isWhole: boolean; changed: Todo[]; deleted: string[] }

/**
 * Streams the workspace's list: first what the client has missed since `lastEventId` (everything, if that is
 * not known), then each change as it is committed on any instance. Any member; ends when the user may no
 * longer read the workspace.
 */
export async function* todoChanges(ctx: VerbContext, { lastEventId }: TodoChangesInput) {
  const first = authorize(ctx.actor, todosAccess.changes)
  const workspace = first.workspace.organizationId
  const topic = todoRows.topicOf(first)
  let seen = await resumed(ctx.db, first, lastEventId)
  for await (const _ of followTopic(ctx, todosAccess.changes, topic)) {
    const actor = authorize(await ctx.actorNow(), todosAccess.changes)
    if (actor.workspace.organizationId !== workspace) return
    const since = seen
    // Each stream has checked its own access; the changes are the same object for the whole workspace, so
    // they are serialized once.
    const { last, changes } = await shareRead(`${topic} since ${since}`, async () =>
      changesIn(await selectSince(ctx.db, actor, since), since),
    )
    if (!changes.isWhole && last === since) continue
    seen = last
    yield tracked(`${last}-${seconds()}`, changes)
  }
}

const seconds = () => Math.floor(databaseNow().getTime() / 1000)
// A day less than deleted to-dos are kept.
const RESUMED_SECONDS = (DELETED_KEPT_DAYS - 1) * 86_400

/**
 * The version of the last event. Undefined if the client needs the whole list: it has seen nothing, deletions
 * since then may have been swept, or the database was restored to a time before.
 */
async function resumed(db: VerbContext['db'], actor: SignedInActor, lastEventId?: string | null) {
  const [version = 0, sentAt = 0] = (lastEventId ?? '').split('-').map(Number)
  if (sentAt < seconds() - RESUMED_SECONDS) return undefined
  const [newest] = await db
    .select({ version: max(todos.version) })
    .from(todos)
    .where(inWorkspace(todos, actor))
  return version > (newest?.version ?? 0) ? undefined : version
}

type Row = Awaited<ReturnType<typeof selectSince>>[number]

/** The rows with a later version; without one, the whole list. */
const selectSince = (db: VerbContext['db'], actor: SignedInActor, since: number | undefined) =>
  db
    .select({
      id: todos.id,
      text: todos.text,
      completed: todos.completed,
      createdAt: todos.createdAt,
      createdBy: { id: user.id, name: user.name, image: user.image },
      version: todos.version,
      deletedAt: todos.deletedAt,
    })
    .from(todos)
    .leftJoin(user, eq(user.id, todos.createdById))
    .where(
      and(
        inWorkspace(todos, actor),
        since === undefined ? isNull(todos.deletedAt) : gt(todos.version, since),
      ),
    )
    .orderBy(asc(todos.version))

function changesIn(rows: readonly Row[], since: number | undefined) {
  const changes: TodoChanges = {
    isWhole: since === undefined,
    changed: rows.filter((row) => row.deletedAt === null).map(({ deletedAt: _gone, ...todo }) => todo),
    deleted: rows.filter((row) => row.deletedAt !== null).map((row) => row.id),
  }
  return { changes, last: rows.at(-1)?.version ?? since ?? 0 }
}
