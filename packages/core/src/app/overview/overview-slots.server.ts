import type { SQL } from 'drizzle-orm'
import type { SignedInActor } from '#/access/actor.ts'
import type { WorkspaceKind } from '#/access/workspace.server.ts'
import type { Db } from '#/db/database.server.ts'
import { installed, serverFeatures } from '../registry/installed.server.ts'
import { merged } from '../registry/merged.ts'

const parts = await Promise.all(
  serverFeatures().map(async ({ name, overview }) => ({ name, part: await overview?.() })),
)

/** The audit actions that every member of a workspace may see. */
export const activityActions = parts.flatMap(({ part }) => part?.activity ?? [])

/** The tables that name the targets of these actions, by target type. */
export const activityTargets = Object.entries(await installed().activityTargets())

const steps = Object.values(
  merged(
    'the step',
    parts.map(({ name, part }) => ({
      name,
      entries: Object.fromEntries((part?.steps ?? []).map((step) => [step.name, step])),
    })),
  ),
).toSorted((one, other) => one.order - other.order)

export type Step = { name: string; isDone: boolean }

/**
 * Columns of a prepared query that say which steps are done. Each stops at the first row of an index and runs
 * once per query, not once per row.
 */
export const doneColumns = (db: Db, kind: WorkspaceKind): Record<string, SQL<boolean>> =>
  Object.fromEntries(steps.map(({ name, isDone }) => [name, isDone(db, kind)]))

/** Returns the steps of this user. */
export const stepsOf = (actor: SignedInActor, done: Readonly<Record<string, boolean>>): Step[] =>
  steps
    .filter(({ isFor }) => isFor?.(actor) ?? true)
    .map(({ name }) => ({ name, isDone: done[name] ?? false }))
