import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { UserAvatar } from '#/components/user-avatar.tsx'
import { FactsSkeleton } from '#/components/fact-list.tsx'
import { LoadState } from '#/components/load-state.tsx'
import { TitledSheet } from '#/components/dialog/titled-sheet.tsx'
import type { UserDetail } from '@plinth/core/feature'
import { useTranslate } from '@plinth/core/texts'
import { isMissing, useTRPC } from '@plinth/core/client'
import { failureOf } from '@plinth/core/page'
import { Details } from './user-details.tsx'
import { userDetails, type User } from './users-queries.ts'

const CLOSING_MS = 180

type UserDrawerProps = {
  id: string
  /** Of the table, if the user is on its page. */
  row: User | undefined
  details: readonly UserDetail[]
  onClose: () => void
  children: ReactNode
}

/** The details of a user next to the table, open while the URL names one. */
export default function UserDrawer({ id, row, details, onClose, children }: UserDrawerProps) {
  const t = useTranslate()
  const selfId = useRouteContext({ from: '__root__', select: ({ viewer }) => viewer?.actor.userId })
  const query = useQuery(userDetails(useTRPC(), id))
  const [isOpen, setOpen] = useState(true)
  function close() {
    setOpen(false)
    setTimeout(onClose, CLOSING_MS)
  }
  const failure = query.error ? failureOf(query.error) : undefined
  const isGone = isMissing(query.error)
  const user = isGone ? undefined : (query.data ?? row)
  return (
    <TitledSheet
      isOpen={isOpen}
      onOpenChange={(open) => !open && close()}
      title={
        user ? (
          <span className="flex items-center gap-3.5">
            <UserAvatar
              id={user.id}
              name={user.name}
              image={query.data?.image ?? null}
              className="size-12 text-lg"
            />
            <span className="grid min-w-0">
              {user.name}
              <span className="text-base font-normal text-muted-foreground">{user.email}</span>
            </span>
          </span>
        ) : (
          t('administration:details.title')
        )
      }
    >
      {isGone ? (
        <p className="text-muted-foreground">{t('administration:details.gone')}</p>
      ) : (
        <LoadState
          data={query.data}
          failure={failure}
          onRetry={() => void query.refetch()}
          skeleton={<FactsSkeleton />}
        >
          {(data) => <Details user={data} isSelf={data.id === selfId} details={details} />}
        </LoadState>
      )}
      {children}
    </TitledSheet>
  )
}
