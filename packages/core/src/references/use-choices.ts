import { useTRPC } from '#/trpc/react.ts'

/**
 * Returns the query of what a `ReferenceField` or `ReferenceFilter` can choose: `choicesOf('customers')`, or
 * `choicesOf('user')` for the members of the workspace.
 */
export function useChoices() {
  const { choices } = useTRPC().references
  return (of: string) => (asked: { search: string } | { id: string }) =>
    choices.queryOptions({ of, ...asked })
}
