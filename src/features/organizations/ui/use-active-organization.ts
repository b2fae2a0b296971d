import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useTRPC } from '@plinth/core/client'
import { myOrganizations } from './my-organizations.ts'

/** The organization the user works in; undefined in the personal workspace. */
export function useActiveOrganization() {
  const id = useRouteContext({
    from: '__root__',
    select: ({ viewer }) => viewer?.actor.workspace.organizationId,
  })
  const { data } = useSuspenseQuery(myOrganizations(useTRPC()))
  return data.items.find((organization) => organization.id === id)
}
