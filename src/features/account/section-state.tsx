import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Alert } from '#/components/ui/alert.tsx'
import { Button } from '#/components/ui/button.tsx'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { failureOf } from '#/core/trpc/failure.ts'

type SectionStateProps<Data> = {
  query: UseQueryResult<Data, unknown>
  /** Has the height of what will be here. */
  skeleton: ReactNode
  children: (data: Data) => ReactNode
}

/** What a section shows of its data: a skeleton until it is there, the data, or why it could not be read and a retry. */
export function SectionState<Data>({ query, skeleton, children }: SectionStateProps<Data>) {
  const t = useTranslate()
  if (query.data !== undefined) return <>{children(query.data)}</>
  if (query.isPending) return <div aria-busy="true">{skeleton}</div>
  const { code, params } = failureOf(query.error)
  return (
    <Alert kind="danger">
      <p>{t(code as TranslationKey, params)}</p>
      <Button variant="secondary" size="small" className="mt-2" onClick={() => void query.refetch()}>
        {t('account:retry')}
      </Button>
    </Alert>
  )
}

/** Grey boxes in the place of rows or of fields. */
export function Skeleton({ heights }: { heights: readonly string[] }) {
  return (
    <div className="grid gap-4" aria-hidden="true">
      {heights.map((height, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- boxes have nothing but their place
        <div key={index} className={`animate-pulse rounded-control bg-sunken ${height}`} />
      ))}
    </div>
  )
}
