// Who is asking and what they may: rules, roles, `authorize()`.
export { type AccessRule, accessErrorOf, authorize, defineAccess, may } from '#/access/access.ts'
export {
  type Actor,
  type ApplicationRole,
  type SignedInActor,
  type Workspace,
  type WorkspaceRole,
  anonymous,
  isAtLeast,
  pendingSecondFactorActor,
  workspaceRoles,
} from '#/access/actor.ts'
export { useMay } from '#/access/react.ts'
export {
  type PendingSecondFactor,
  type SecondFactorMethod,
  type Viewer,
  markOf,
  ownerOf,
} from '#/auth/viewer.ts'
