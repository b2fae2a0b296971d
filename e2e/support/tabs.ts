import type { BrowserContext } from '@playwright/test'
import { inDatabase } from './in-database.ts'

/** Keeps the tabs of a browser from telling each other what has changed. */
export const withoutChannel = (context: BrowserContext) =>
  context.addInitScript(
    () => void Object.defineProperty(globalThis, 'BroadcastChannel', { value: undefined }),
  )

/** Makes the personal workspace the active one of a user's sessions, without their pages noticing. */
export async function usePersonalWorkspace({ email }: { email: string }): Promise<void> {
  await inDatabase(
    `update session set active_organization_id = null where user_id = (select id from "user" where email = $1)`,
    [email],
  )
}
