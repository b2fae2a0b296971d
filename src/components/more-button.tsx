import type { Ref } from 'react'
import { useFormTexts } from './form/form-texts.tsx'
import { Alert } from './ui/alert.tsx'
import { Button } from './ui/button.tsx'

type MoreButtonProps = {
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
  /** The error of the next page, if it is not shown elsewhere. */
  failure?: { code: string; params: Record<string, string | number | undefined> }
  label: string
  pendingLabel: string
  /** As wide as the list above. */
  isWide?: boolean
  ref?: Ref<HTMLDivElement>
}

/** Loads the next page of a list, and shows its error. */
export function MoreButton({
  pages: { hasNextPage, isFetchingNextPage, fetchNextPage },
  failure,
  label,
  pendingLabel,
  isWide,
  ref,
}: MoreButtonProps) {
  const translate = useFormTexts()
  return (
    <>
      {failure ? <Alert variant="destructive">{translate(failure.code, failure.params)}</Alert> : null}
      {hasNextPage ? (
        <div ref={ref} className={isWide ? 'grid' : undefined}>
          <Button
            variant="outline"
            aria-disabled={isFetchingNextPage}
            onClick={() => isFetchingNextPage || void fetchNextPage()}
          >
            {isFetchingNextPage ? pendingLabel : label}
          </Button>
        </div>
      ) : null}
    </>
  )
}
