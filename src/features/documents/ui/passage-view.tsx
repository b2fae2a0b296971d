import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Alert } from '#/components/ui/alert.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { failureOf } from '@plinth/core/page'
import { isMissing } from '@plinth/core/client'
import { useTRPC } from '@plinth/core/client'
import { cn } from '#/lib/cn.ts'
import { citedIn } from './cited-in.ts'

/**
 * What to show: a document from its first page, or the passage on `page` from `start` to `end`, in UTF-16
 * units. `answer` is the text that cites it as `number`.
 */
export type Place = {
  documentId: string
  name: string
  page?: number
  start?: number
  end?: number
  number?: number
  answer?: string
}

// The buttons stay focusable on the first and the last page, so that the focus isn't lost.
const atEnd = 'aria-disabled:cursor-default aria-disabled:opacity-50'

type PassageViewProps = {
  place: Place
  className?: string
  children: (parts: { place: string; content: ReactNode }) => ReactNode
}

/** A page of a document as text, scrolled to what is cited, with buttons to turn pages. */
export function PassageView({ place, className, children }: PassageViewProps) {
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
  const content = (
    <>
      {failure ? (
        <Alert variant="destructive">
          {isMissing(error) ? t('documents:passage.gone') : t(failure.code as TranslationKey, failure.params)}
        </Alert>
      ) : data ? (
        <div
          // A turned page begins at its top.
          key={page}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
          tabIndex={0}
          role="group"
          aria-label={t('documents:passage.text')}
          className={cn('leading-5.5 wrap-anywhere', className)}
        >
          {data.start > 0 ? <Cut>{t('documents:passage.before')}</Cut> : null}
          <PageText {...data} place={page === cited ? place : undefined} />
          {data.start + data.text.length < data.length ? <Cut>{t('documents:passage.after')}</Cut> : null}
        </div>
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
    </>
  )
  return children({ place: t('documents:passage.page', { page, pages }), content })
}

const Cut = ({ children }: { children: ReactNode }) => (
  <p className="text-sm text-muted-foreground">{children}</p>
)

type PageTextProps = {
  text: string
  /** Where the text begins on the page. */
  start: number
  /** Their places on the page. */
  headings: readonly { start: number; level: number }[]
  place: Place | undefined
}

/** The sentence that the answer cites is marked; without an answer the whole passage. */
function PageText({ text, start: offset, headings, place }: PageTextProps) {
  const cited = place && citedPlace(text, offset, place)
  const levels = new Map(headings.map(({ start, level }) => [start - offset, level]))
  let at = 0
  return text.split('\n\n').map((block) => {
    const start = at
    at += block.length + 2
    const level = levels.get(start)
    const Tag = level === undefined ? 'p' : level === 1 ? 'h3' : 'h4'
    return (
      <Tag key={start} className={blockClasses[Tag]}>
        <Marked text={block} offset={start} cited={cited} />
      </Tag>
    )
  })
}

const blockClasses = {
  p: 'mt-3 whitespace-pre-wrap first:mt-0 [h3+&,h4+&]:mt-1',
  h3: 'mt-6 text-lg/6 font-semibold first:mt-0',
  h4: 'mt-5 font-semibold first:mt-0 [h3+&]:mt-3',
}

/** What is cited, in the text. */
function citedPlace(text: string, offset: number, place: Place) {
  const from = Math.max(0, (place.start ?? 0) - offset)
  const to = Math.min(text.length, (place.end ?? 0) - offset)
  if (to <= from) return undefined
  const cited = citedIn(text.slice(from, to), place)
  return { start: from + cited.start, end: from + cited.end }
}

type MarkedProps = { text: string; offset: number; cited: { start: number; end: number } | undefined }

/** The part of a block that is cited is marked, and its begin in view. */
function Marked({ text, offset, cited = { start: 0, end: 0 } }: MarkedProps) {
  const from = Math.max(0, cited.start - offset)
  const to = Math.min(text.length, cited.end - offset)
  if (to <= from) return text
  const isFirst = cited.start >= offset
  const show = (mark: HTMLElement | null) => mark?.scrollIntoView()
  return (
    <>
      {text.slice(0, from)}
      <mark
        ref={isFirst ? show : undefined}
        className="scroll-mt-24 rounded-xs bg-highlight box-decoration-clone text-foreground"
      >
        {text.slice(from, to)}
      </mark>
      {text.slice(to)}
    </>
  )
}
