import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import { useState } from 'react'
import { lazyPart } from '#/components/part/lazy-part.tsx'
import { SearchField } from '#/components/form/search-field.tsx'
import { Alert } from '#/components/ui/alert.tsx'
import { Button } from '#/components/ui/button.tsx'
import { type TranslationKey, useI18n, useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { failureOf } from '@plinth/core/page'
import { calendarDays } from '#/lib/calendar-day.ts'
import { dateLocale } from '@plinth/core/format'
import type { ChatPage } from '#/features/chat/chat-pages.ts'
import { useChatPages } from '../page-tabs.tsx'
import { NewThreadLink } from './new-thread-link.tsx'
import { threadPages, type ListedThread } from './thread-queries.ts'
import { ThreadRow } from './thread-row.tsx'
import { rowMotion } from '#/components/row-motion.ts'

const RenameDialog = lazyPart(() => import('./rename-dialog.tsx'))

const SEARCH_MAX_LENGTH = 200

type ThreadListProps = {
  page: ChatPage
  /** The thread that is shown. */
  current: string | undefined
  /** Called when a new thread is started. */
  onNew: () => void
  onChoose?: () => void
  onGone: () => void
}

/** The threads of the workspace with a search, a link to a new one, and a menu for each. */
export function ThreadList({ page, current, onNew, onChoose, onGone }: ThreadListProps) {
  const t = useTranslate()
  const [search, setSearch] = useState('')
  const found = useInfiniteQuery({ ...threadPages(useTRPC(), search), placeholderData: keepPreviousData })
  const pages = useChatPages()
  const items = (found.data?.pages.flatMap(({ items: some }) => some) ?? []).filter((thread) =>
    pages.includes(thread.page),
  )
  const groups = useDays(items)
  // Here and not in the row, which moves to another day when its thread is answered.
  const [renaming, setRenaming] = useState<{ thread: ListedThread; isOpen: boolean; count: number }>()
  const rename = (thread: ListedThread) =>
    setRenaming((last) => ({ thread, isOpen: true, count: (last?.count ?? 0) + 1 }))
  const failure = found.error ? failureOf(found.error) : undefined
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <div className="flex gap-2">
        <div className="min-w-0 flex-1">
          <SearchField
            label={t('chat:threads.search')}
            clearLabel={t('chat:threads.clearSearch')}
            value={search}
            maxLength={SEARCH_MAX_LENGTH}
            onSearch={setSearch}
          />
        </div>
        <NewThreadLink page={page} variant="outline" onNew={onNew} />
      </div>
      <nav aria-label={t('chat:threads.title')} className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1">
        {groups.map(([label, threads]) => (
          <section key={label} aria-label={label} className="pb-3">
            <h2 aria-hidden="true" className="px-2 py-1 text-xs font-medium text-muted-foreground">
              {label}
            </h2>
            <ul ref={rowMotion} className="grid grid-cols-[minmax(0,1fr)] gap-px">
              {threads.map((thread) => (
                <ThreadRow
                  key={thread.id}
                  thread={thread}
                  isCurrent={thread.id === current}
                  onChoose={onChoose}
                  onRename={() => rename(thread)}
                  onGone={onGone}
                />
              ))}
            </ul>
          </section>
        ))}
        {found.data && items.length === 0 ? (
          <p className="px-2 py-3 text-sm text-muted-foreground">
            {search ? t('chat:threads.nothingFound', { search }) : t('chat:threads.empty')}
          </p>
        ) : null}
        {failure ? (
          <Alert variant="destructive">{t(failure.code as TranslationKey, failure.params)}</Alert>
        ) : null}
        {found.hasNextPage || failure ? (
          <Button
            variant="ghost"
            size="sm"
            className="mt-1 w-full"
            aria-disabled={found.isFetching}
            onClick={() =>
              found.isFetching || void (failure && !found.data ? found.refetch() : found.fetchNextPage())
            }
          >
            {found.isFetching
              ? t('chat:threads.loadingMore')
              : failure
                ? t('chat:failure.retry')
                : t('chat:threads.more')}
          </Button>
        ) : null}
      </nav>
      {renaming ? (
        <RenameDialog
          key={renaming.count}
          id={renaming.thread.id}
          title={renaming.thread.title}
          isOpen={renaming.isOpen}
          onOpenChange={(isOpen) => setRenaming({ ...renaming, isOpen })}
        />
      ) : null}
    </div>
  )
}

/** Groups threads by the day of their last message, in UTC until hydration, then in the user's time zone. */
function useDays(threads: readonly ListedThread[]): [label: string, threads: ListedThread[]][] {
  const { language, t } = useI18n()
  const timeZone = useHydrated() ? undefined : 'UTC'
  const dayOf = calendarDays(timeZone)
  // oxlint-disable-next-line react/purity -- the groups are those of the day they are drawn on
  const today = dayOf(new Date())
  const month = new Intl.DateTimeFormat(dateLocale(language), { timeZone, month: 'long', year: 'numeric' })
  function labelOf({ updatedAt }: ListedThread): string {
    const daysAgo = today - dayOf(updatedAt)
    if (daysAgo <= 0) return t('chat:threads.today')
    if (daysAgo === 1) return t('chat:threads.yesterday')
    return daysAgo <= 7 ? t('chat:threads.week') : month.format(updatedAt)
  }
  return [...Map.groupBy(threads, labelOf)]
}
