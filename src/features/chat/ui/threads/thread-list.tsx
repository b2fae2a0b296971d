import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { SearchField } from '#/components/form/search-field.tsx'
import { Alert } from '#/components/ui/alert.tsx'
import { Button, buttonVariants } from '#/components/ui/button.tsx'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { failureOf } from '#/core/trpc/failure.ts'
import { useTRPC } from '#/core/trpc/react.tsx'
import { chatPaths, type ChatPage } from '#/features/chat/chat-pages.ts'
import { threadPages } from './thread-queries.ts'
import { ThreadRow } from './thread-row.tsx'

const SEARCH_MAX_LENGTH = 200

type ThreadListProps = {
  page: ChatPage
  /** The thread that is shown. */
  current: string | undefined
  /** A new one is begun. */
  onNew: () => void
  onChoose?: () => void
  onGone: () => void
}

/** The threads of the workspace: search, new, and each with its verbs. */
export function ThreadList({ page, current, onNew, onChoose, onGone }: ThreadListProps) {
  const t = useTranslate()
  const [search, setSearch] = useState('')
  const found = useInfiniteQuery({ ...threadPages(useTRPC(), search), placeholderData: keepPreviousData })
  const items = found.data?.pages.flatMap(({ items: some }) => some) ?? []
  const failure = found.error ? failureOf(found.error) : undefined
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <Link
        to={chatPaths[page]}
        search={{}}
        onClick={onNew}
        className={buttonVariants({ variant: 'outline', className: 'shrink-0' })}
      >
        <Plus className="size-4" aria-hidden="true" />
        {t('chat:threads.new')}
      </Link>
      <SearchField
        label={t('chat:threads.search')}
        clearLabel={t('chat:threads.clearSearch')}
        value={search}
        maxLength={SEARCH_MAX_LENGTH}
        onSearch={setSearch}
      />
      <nav aria-label={t('chat:threads.title')} className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1">
        <ul className="grid gap-0.5">
          {items.map((thread) => (
            <ThreadRow
              key={thread.id}
              thread={thread}
              isCurrent={thread.id === current}
              onChoose={onChoose}
              onGone={onGone}
            />
          ))}
        </ul>
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
    </div>
  )
}
