import { MoreButton } from '#/components/more-button.tsx'
import { useNearEnd } from '#/components/use-near-end.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { failureOf } from '#/core/trpc/failure.ts'

/** The part of a thread's query that loads earlier messages. */
export type EarlierPages = {
  hasNextPage: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: unknown
  fetchNextPage: () => Promise<unknown>
}

/** Loads the messages before the first one by its button, or while it is in view and `isWanted`. */
export function EarlierMessages({ pages, isWanted }: { pages: EarlierPages; isWanted: boolean }) {
  const t = useTranslate()
  const failure = pages.isFetchNextPageError ? failureOf(pages.error) : undefined
  const more = () => {
    // Not during a refetch, which this would cancel.
    if (!pages.isFetching) void pages.fetchNextPage()
  }
  const ref = useNearEnd(more, isWanted && pages.hasNextPage && !failure)
  return (
    <MoreButton
      ref={ref}
      pages={pages}
      failure={failure}
      label={t(failure ? 'chat:failure.retry' : 'chat:transcript.earlier')}
      pendingLabel={t('chat:transcript.loading')}
    />
  )
}
