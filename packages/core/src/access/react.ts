import { useRouteContext } from '@tanstack/react-router'
import { may, type AccessObject, type AccessRule } from './access.ts'
import { anonymous } from './actor.ts'

/**
 * Whether the current user may do an action: `useMay(postsAccess.delete, post)`. Only decides what is shown;
 * the server checks the same rule. `object` as in `may`.
 */
export function useMay(rule: AccessRule, object?: AccessObject): boolean {
  const viewer = useRouteContext({ from: '__root__', select: (context) => context.viewer })
  return may(viewer?.actor ?? anonymous, rule, object)
}
