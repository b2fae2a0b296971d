import { Alert } from '#/components/ui/alert.tsx'
import { Button } from '#/components/ui/button.tsx'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { failureOf } from '#/core/trpc/failure.ts'

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; error: unknown; fetchNextPage: () => Promise<unknown> }

/** Under a list that may go on: the way to its next page, and what went wrong with it. */
export function MoreRows({ pages: { hasNextPage, isFetchingNextPage, error, fetchNextPage } }: { pages: Pages }) {
  const t = useTranslate()
  const failure = error ? failureOf(error) : undefined
  return (
    <>
      {failure ? <Alert kind="danger">{t(failure.code as TranslationKey, failure.params)}</Alert> : null}
      {hasNextPage ? (
        <div>
          <Button variant="secondary" aria-disabled={isFetchingNextPage} onClick={() => !isFetchingNextPage && void fetchNextPage()}>
            {isFetchingNextPage ? t('organizations:list.loadingMore') : t('organizations:list.more')}
          </Button>
        </div>
      ) : null}
    </>
  )
}
