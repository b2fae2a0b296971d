import { notFound, redirect, type StaticDataRouteOption } from '@tanstack/react-router'
import { refusalOf, type AccessRule } from '#/core/access/access.ts'
import { anonymous, halfSignedInActor } from '#/core/access/actor.ts'
import type { HalfSignedIn, Viewer } from '#/core/auth/viewer.ts'
import { safeRedirect } from '#/lib/safe-redirect.ts'
import type { Access } from '../registry/access.ts'
import { everydayRules } from '../registry/built-in-rules.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /**
     * Who the page or server route is for. Every route says it, layouts too; a visitor has to pass all on the
     * way.
     */
    access: Access
  }
}

type Asked = {
  viewer: Viewer | null
  halfSignedIn: HalfSignedIn | null
  matches: readonly { staticData: StaticDataRouteOption; search: unknown }[]
  /** Path and query that were asked for. */
  href: string
}

/**
 * The one guard of all pages, asked by the root before anything loads, on the server and in the browser:
 * strangers go to the sign-in page, who owes the second factor to the page that asks for it, signed-in people
 * leave the pages for visitors, and what one may not see is as if it did not exist.
 */
export async function guardRoutes({ viewer, halfSignedIn, matches, href }: Asked): Promise<void> {
  const actor = viewer?.actor ?? (halfSignedIn ? halfSignedInActor : anonymous)
  for (const { staticData, search } of matches) {
    // A further account is signed in beside the one that is.
    if (staticData.access === 'visitors' && (search as { add?: unknown }).add === 1) continue
    const refusal = refusalOf(actor, await ruleOf(staticData.access))
    if (!refusal) continue
    const wayBack = safeRedirect((search as { redirect?: unknown }).redirect)
    const isSecondFactor = staticData.access === 'halfSignedIn'
    if (refusal.kind === 'unauthenticated' && halfSignedIn)
      throw redirect({ href: `/two-factor/?${new URLSearchParams({ redirect: href })}` })
    if (refusal.kind === 'unauthenticated')
      throw redirect({ to: '/login', search: { redirect: isSecondFactor ? wayBack : href } })
    if (staticData.access === 'visitors' || isSecondFactor) throw redirect({ href: wayBack })
    throw notFound()
  }
}

// Kept, because asking for a module that is there is not free either, and the server asks for every page.
let table: typeof import('../registry/access.ts') | undefined

/** The table is fetched for the first page that asks it. */
async function ruleOf(access: Access): Promise<AccessRule> {
  return everydayRules.get(access) ?? (table ??= await import('../registry/access.ts')).ruleOf(access)
}
