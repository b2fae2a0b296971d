import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadState } from '#/components/load-state.tsx'
import { failureOf } from '#/core/trpc/failure.ts'

type SectionStateProps<Data> = {
  query: UseQueryResult<Data, unknown>
  /** Has the height of the content. */
  skeleton: ReactNode
  children: (data: Data) => ReactNode
}

/** The state of a section's query: a skeleton, the data, or the error with a retry. */
export function SectionState<Data>({ query, skeleton, children }: SectionStateProps<Data>) {
  return (
    <LoadState
      data={query.data}
      failure={query.error ? failureOf(query.error) : undefined}
      onRetry={() => void query.refetch()}
      skeleton={skeleton}
    >
      {children}
    </LoadState>
  )
}
