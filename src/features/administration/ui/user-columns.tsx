import { useMemo } from 'react'
import type { Column } from '#/components/data-table/data-table.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import { useI18n } from '@plinth/core/texts'
import { UserActions } from './user-actions.tsx'
import { BannedCell, EmailCell, NameCell, RoleCell, StateCell } from './user-cells.tsx'
import type { User } from './users-queries.ts'

/** The columns of every table of users. `selfId` is the admin's own row. */
export function useUserColumns(selfId: string): readonly Column<User>[] {
  const { t, language } = useI18n()
  return useMemo(
    () => [
      {
        key: 'name',
        head: t('administration:table.name'),
        minWidth: 'md:min-w-44 xl:min-w-56',
        renderCell: (user) => <NameCell user={user} isSelf={user.id === selfId} />,
      },
      {
        key: 'email',
        head: t('administration:table.email'),
        isFlexible: true,
        isExtra: true,
        onPhone: 'below',
        renderCell: (user) => <EmailCell user={user} />,
      },
      {
        key: 'role',
        head: t('administration:table.role'),
        minWidth: 'md:min-w-20',
        onPhone: 'none',
        renderCell: ({ role }) => <RoleCell role={role} />,
      },
      {
        key: 'banned',
        head: t('administration:table.banned'),
        minWidth: 'md:min-w-30',
        isExtra: true,
        onPhone: 'end',
        renderCell: (user) => (
          <>
            <span className="contents max-md:hidden">
              <BannedCell user={user} />
            </span>
            <span className="md:hidden">
              <StateCell user={user} />
            </span>
          </>
        ),
      },
      {
        key: 'createdAt',
        head: t('administration:table.createdAt'),
        minWidth: 'md:min-w-28',
        onPhone: 'none',
        renderCell: ({ createdAt }) => (
          <span className="whitespace-nowrap text-muted-foreground">
            <TimeAgo at={createdAt} language={language} />
          </span>
        ),
      },
      {
        key: 'actions',
        head: t('administration:table.actions'),
        isActions: true,
        renderCell: (user) => <UserActions user={user} isSelf={user.id === selfId} />,
      },
    ],
    [t, language, selfId],
  )
}
