import { MoreButton } from '#/components/more-button.tsx'
import { useTranslate } from '@plinth/core/texts'
import { failureOf } from '@plinth/core/page'

export type Pages = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  error: unknown
  fetchNextPage: () => Promise<unknown>
}

/** Loads older entries, and shows an error. */
export function MoreEntries({ pages }: { pages: Pages }) {
  const t = useTranslate()
  const failure = pages.error ? failureOf(pages.error) : undefined
  return (
    <MoreButton
      pages={pages}
      failure={failure}
      label={failure ? t('app:error.retry') : t('audit-log:list.more')}
      pendingLabel={t('audit-log:list.loadingMore')}
    />
  )
}
