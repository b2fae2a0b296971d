import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert } from '#/components/ui/alert.tsx'
import { Button } from '#/components/ui/button.tsx'
import { TitledDialog } from '#/components/dialog/titled-dialog.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { isMissing, useTRPC } from '@plinth/core/client'
import { failureOf } from '@plinth/core/page'

/**
 * What to show: a document from its first page, or the passage on `page` from `start` to `end`, in UTF-16
 * units.
 */
export type Place = { documentId: string; name: string; page?: number; start?: number; end?: number }

// The buttons stay focusable on the first and the last page, so that the focus isn't lost.
const atEnd = 'aria-disabled:cursor-default aria-disabled:opacity-50'

type PassageDialogProps = { place: Place; isOpen: boolean; onOpenChange: (open: boolean) => void }

/** A page of a document as text, scrolled to the highlighted passage, with buttons to turn pages. */
export default function PassageDialog({ place, isOpen, onOpenChange }: PassageDialogProps) {
  const t = useTranslate()
  const cited = place.page ?? 1
  const [page, setPage] = useState(cited)
  const around = page === cited ? (place.start ?? 0) : 0
  const found = useQuery({
    ...useTRPC().documents.read.queryOptions({ id: place.documentId, page, around }),
    placeholderData: keepPreviousData,
  })
  const { data, error } = found
  const failure = error ? failureOf(error) : undefined
  const pages = data?.pages ?? 1
  const turn = (by: number) => setPage(Math.min(Math.max(page + by, 1), pages))
  return (
    <TitledDialog
      isWide
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={<bdi>{place.name}</bdi>}
      text={t('documents:passage.page', { page, pages })}
    >
      {failure ? (
        <Alert variant="destructive">
          {isMissing(error) ? t('documents:passage.gone') : t(failure.code as TranslationKey, failure.params)}
        </Alert>
      ) : data ? (
        <PageText
          text={data.text}
          offset={data.start}
          length={data.length}
          {...(page === cited ? { start: place.start, end: place.end } : {})}
        />
      ) : (
        <p className="flex items-center gap-2 text-muted-foreground">
          <Spinner />
          {t('documents:passage.loading')}
        </p>
      )}
      {pages > 1 && !failure ? (
        <div className="flex flex-wrap justify-between gap-2">
          <Button variant="outline" className={atEnd} aria-disabled={page <= 1} onClick={() => turn(-1)}>
            {t('documents:passage.previous')}
          </Button>
          <Button variant="outline" className={atEnd} aria-disabled={page >= pages} onClick={() => turn(1)}>
            {t('documents:passage.next')}
          </Button>
        </div>
      ) : null}
    </TitledDialog>
  )
}

type PageTextProps = {
  text: string
  /** Where `text` begins on its page, and how long the page is. */
  offset: number
  length: number
  start?: number
  end?: number
}

function PageText({ text, offset, length, start, end }: PageTextProps) {
  const t = useTranslate()
  const from = start === undefined ? text.length : Math.max(0, start - offset)
  const to = end === undefined ? from : Math.min(text.length, end - offset)
  const show = (mark: HTMLElement | null) => mark?.scrollIntoView({ block: 'center' })
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      role="group"
      aria-label={t('documents:passage.text')}
      className="max-h-[60dvh] overflow-y-auto rounded-lg bg-muted p-4 text-lg whitespace-pre-wrap wrap-anywhere"
    >
      {offset > 0 ? <p className="text-sm text-muted-foreground">{t('documents:passage.before')}</p> : null}
      {text.slice(0, from)}
      {to > from ? (
        <mark ref={show} className="rounded-sm bg-warning-border text-foreground">
          {text.slice(from, to)}
        </mark>
      ) : null}
      {text.slice(to)}
      {offset + text.length < length ? (
        <p className="text-sm text-muted-foreground">{t('documents:passage.after')}</p>
      ) : null}
    </div>
  )
}
