import { createContext, use } from 'react'
import type { User } from './users-queries.ts'

export type Role = User['role']
/** The fields of a user that the actions need. */
export type TargetUser = Pick<User, 'id' | 'name' | 'email' | 'role' | 'banned'>

/** The admin actions on users; some ask for confirmation first. */
export type UserActs = {
  open: (user: Pick<User, 'id'>) => void
  create: () => void
  ban: (users: readonly TargetUser[]) => void
  unban: (users: readonly TargetUser[]) => void
  revoke: (users: readonly TargetUser[]) => void
  impersonate: (user: TargetUser) => void
  changeRole: (user: TargetUser, role: Role) => void
  remove: (user: TargetUser) => void
}

export type UserActsOptions = {
  onOpen: UserActs['open']
  /** Called after a bulk action. */
  onBulkDone: () => void
  onDeleted: () => void
}

const none = () => {}
const noActs: UserActs = {
  open: none,
  create: none,
  ban: none,
  unban: none,
  revoke: none,
  impersonate: none,
  changeRole: none,
  remove: none,
}

/** Provided by the section of the user table, so that its cells don't re-render with every action. */
export const UserActsContext = createContext<UserActs>(noActs)

/** The actions of the surrounding section. */
export const useActs = () => use(UserActsContext)
