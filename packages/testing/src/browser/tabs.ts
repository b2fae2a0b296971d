import type { BrowserContext, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { inDatabase } from './in-database.ts'
import { open } from './session-fixtures.ts'

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

export const firstNameField = (page: Page) => page.locator('#firstName')

/** Opens the settings and waits until the form of the name takes input. */
export async function openName(page: Page, name: string): Promise<void> {
  await open(page, '/dashboard/settings')
  await expect(firstNameField(page)).toHaveValue(name)
}
