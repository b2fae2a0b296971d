import { useRouteContext } from '@tanstack/react-router'
import { may, type AccessObject, type AccessRule } from './access.ts'
import { anonymous } from './actor.ts'

/**
 * Whether the person in front of the page may do it: `useMay(postsAccess.delete, post)`. For what to show;
 * the server asks the same row again. `object` as in `may`.
 */
export function useMay(rule: AccessRule, object?: AccessObject): boolean {
  const viewer = useRouteContext({ from: '__root__', select: (context) => context.viewer })
  return may(viewer?.actor ?? anonymous, rule, object)
}
