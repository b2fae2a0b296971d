import { type WorkspaceRole, workspaceRoles } from '@plinth/core/access'

/**
 * Roles beside `owner > admin > member`, such as 'accountant'. One may do what an access rule names it for,
 * `list: ['member', 'accountant']`, and nothing else. Its name and what it can do are in
 * `app/roles/locales`.
 */
export const sideRoles = [] as const satisfies readonly string[]

export const isSideRole = (role: string): boolean => (sideRoles as readonly string[]).includes(role)

/** The roles of an organization's members. */
export const roles: readonly WorkspaceRole[] = [...workspaceRoles, ...sideRoles]
