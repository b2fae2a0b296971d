import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Circle, CircleCheck } from 'lucide-react'
import { FOUND_MAX, useSearchWords } from '#/components/palette-search/use-search-words.ts'
import { hasWords } from '#/components/palette-search/words.ts'
import type { FeatureCommands } from '@plinth/core/feature'
import { useTRPC } from '@plinth/core/client'

const STALE_MS = 60_000

export const commands: FeatureCommands = {
  heading: 'todos:shell.nav',
  order: 20,
  useCommands({ typed }) {
    const navigate = useNavigate()
    const search = useSearchWords(typed)
    // The whole list, which the page of to-dos reads too.
    const { data } = useQuery({
      ...useTRPC().todos.list.queryOptions(),
      enabled: search !== undefined,
      staleTime: STALE_MS,
    })
    if (search === undefined || !data) return []
    return data.items
      .filter(({ text }) => hasWords(text, typed))
      .toSorted(
        (a, b) => Number(a.completed) - Number(b.completed) || b.createdAt.getTime() - a.createdAt.getTime(),
      )
      .slice(0, FOUND_MAX)
      .map(({ id, text, completed }) => ({
        id,
        Icon: completed ? CircleCheck : Circle,
        text,
        run: () => navigate({ to: '/dashboard/tanstack-db-example', hash: `todo-${id}` }),
      }))
  },
}
