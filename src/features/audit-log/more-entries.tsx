import { Alert } from '#/components/ui/alert.tsx'
import { Button } from '#/components/ui/button.tsx'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { failureOf } from '#/core/trpc/failure.ts'

export type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; error: unknown; fetchNextPage: () => Promise<unknown> }

/** Under a part of the log: the way further back, and what went wrong with it. */
export function MoreEntries({ pages: { hasNextPage, isFetchingNextPage, error, fetchNextPage } }: { pages: Pages }) {
  const t = useTranslate()
  const failure = error ? failureOf(error) : undefined
  return (
    <>
      {failure ? <Alert kind="danger">{t(failure.code as TranslationKey, failure.params)}</Alert> : null}
      {hasNextPage ? (
        <div>
          <Button variant="secondary" aria-disabled={isFetchingNextPage} onClick={() => !isFetchingNextPage && void fetchNextPage()}>
            {isFetchingNextPage ? t('audit-log:list.loadingMore') : failure ? t('app:error.retry') : t('audit-log:list.more')}
          </Button>
        </div>
      ) : null}
    </>
  )
}
