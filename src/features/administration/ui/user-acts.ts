import { createContext, use } from 'react'
import type { User } from './users-queries.ts'

export type Role = User['role']
/** Of whom there is enough to act on. */
export type Person = Pick<User, 'id' | 'name' | 'email' | 'role' | 'banned'>

/** What an administrator can do to people; whatever needs a question asks it first. */
export type UserActs = {
  open: (person: Pick<User, 'id'>) => void
  create: () => void
  ban: (people: readonly Person[]) => void
  unban: (people: readonly Person[]) => void
  revoke: (people: readonly Person[]) => void
  impersonate: (person: Person) => void
  changeRole: (person: Person, role: Role) => void
  remove: (person: Person) => void
}

export type UserActsOptions = {
  onOpen: UserActs['open']
  /** Something was done to several at once. */
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

/** Provided by the section of the user table, so that its cells needn't be made anew with every act. */
export const UserActsContext = createContext<UserActs>(noActs)

/** The acts of the section this stands in. */
export const useActs = () => use(UserActsContext)
