import { sql } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import type { SignedInActor } from '@plinth/core/access'
import { providePlans } from '@plinth/core/database/server'

/** Gives every workspace a plan with these limits until the test has ended, whoever sells it. */
export function sellPlan(limits: Record<string, number>): void {
  providePlans(() => ({
    stored: () => sql<string | null>`null`,
    read: () => ({ name: 'small', includes: [], limits }),
  }))
  onTestFinished(() => providePlans(() => undefined))
}

/** The actor as a request has it where plans are sold. */
export const withPlan = (actor: SignedInActor): SignedInActor => ({
  ...actor,
  workspace: { ...actor.workspace, plan: { name: 'small', includes: [] } },
})
