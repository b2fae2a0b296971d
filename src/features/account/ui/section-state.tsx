import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadState } from '#/components/load-state.tsx'
import { failureOf } from '#/core/trpc/failure.ts'

type SectionStateProps<Data> = {
  query: UseQueryResult<Data, unknown>
  /** Has the height of what will be here. */
  skeleton: ReactNode
  children: (data: Data) => ReactNode
}

/**
 * What a section shows of its query: a skeleton until the data is there, the data, or why it could not be
 * read and a retry.
 */
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
