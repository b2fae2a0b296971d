import type { OpenDatabase, Transaction } from '#/db/database.server.ts'
import type { Log } from '#/log/log.server.ts'

/** What is deleted: an organization, or a user with the workspaces that nobody else is in. */
export type Ending = { organizationId: string } | { userId: string }

type Services = { db: OpenDatabase['db']; log: Log }

/** What a feature has to end elsewhere before a workspace is deleted, such as a subscription. */
export type WorkspaceEnd = {
  /** Before the deletion, outside of its transaction. Throws unavailable if that is impossible now. */
  before(services: Services, ending: Ending): Promise<void>
  /** In the transaction of the deletion. Throws unavailable if something has not ended, or begun again. */
  check(tx: Transaction, ending: Ending): Promise<void>
}

const all: WorkspaceEnd[] = []

/**
 * Adds what a feature ends. Its feature.server.ts calls it.
 * @public
 */
export function onWorkspaceEnd(given: WorkspaceEnd): void {
  all.push(given)
}

/** Before a deletion that has been authorized: it can't be undone. Throws unavailable. */
export async function endWorkspace(services: Services, ending: Ending): Promise<void> {
  for (const { before } of all) await before(services, ending)
}

/** First in the transaction of a deletion. Throws unavailable. */
export async function requireEnded(tx: Transaction, ending: Ending): Promise<void> {
  for (const { check } of all) await check(tx, ending)
}
