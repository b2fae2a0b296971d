import { MoreButton } from '#/components/more-button.tsx'
import { useTranslate } from '@plinth/core/texts'
import { failureOf } from '@plinth/core/page'

type Pages = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  error: unknown
  fetchNextPage: () => Promise<unknown>
}

/** Loads the next page of a list, and shows an error. */
export function MoreRows({ pages }: { pages: Pages }) {
  const t = useTranslate()
  return (
    <MoreButton
      pages={pages}
      failure={pages.error ? failureOf(pages.error) : undefined}
      label={t('organizations:list.more')}
      pendingLabel={t('organizations:list.loadingMore')}
    />
  )
}
