import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { UserAvatar } from '#/components/user-avatar.tsx'
import { TableFooter } from '#/components/data-table/data-table-parts.tsx'
import { DataTable, type Column } from '#/components/data-table/data-table.tsx'
import { EmptyState } from '#/components/empty-state.tsx'
import { SearchField } from '#/components/form/search-field.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import { Button } from '#/components/ui/button.tsx'
import { type Viewer, useMay } from '@plinth/core/access'
import { useI18n } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { isTouchable, MemberActions, memberNameId, MemberRole } from './member-actions.tsx'
import { organizationsAccess } from '../organizations.access.ts'
import { MoreRows } from './more-rows.tsx'
import { memberPages } from './my-organizations.ts'
import type { Member } from './use-member-acts.ts'

/** Fewer members need no search. */
const SEARCHED_FROM = 5
const SEARCH_MAX_LENGTH = 100

/** The members of the active organization with their actions. Not for the personal workspace. */
export function MembersSection({ viewer }: { viewer: Viewer }) {
  const { t } = useI18n()
  const pages = useSuspenseInfiniteQuery(memberPages(useTRPC()))
  const members = pages.data.pages.flatMap(({ items }) => items)
  const [search, setSearch] = useState('')
  const columns = useColumns(viewer, members)
  const found = members.filter(({ name, email }) =>
    `${name} ${email ?? ''}`.toLocaleLowerCase().includes(search.toLocaleLowerCase()),
  )
  return (
    <section aria-label={t('organizations:members.title')} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {members.length < SEARCHED_FROM ? null : (
        <div className="sm:w-70">
          <SearchField
            label={t('organizations:members.search')}
            clearLabel={t('organizations:members.clearSearch')}
            value={search}
            maxLength={SEARCH_MAX_LENGTH}
            onSearch={setSearch}
          />
        </div>
      )}
      {found.length === 0 ? (
        <EmptyState
          media={<SearchX className="size-6" aria-hidden="true" />}
          title={t('organizations:members.noneFor', { search })}
          text={t('organizations:members.noneText')}
          action={
            <Button variant="outline" onClick={() => setSearch('')}>
              {t('organizations:members.clearSearch')}
            </Button>
          }
        />
      ) : (
        <DataTable
          label={t('organizations:members.title')}
          columns={columns}
          rows={found}
          rowKey={({ id }) => id}
          footer={
            <TableFooter>
              <p>{t('organizations:members.count', { count: found.length })}</p>
              <MoreRows pages={pages} />
            </TableFooter>
          }
        />
      )}
    </section>
  )
}

function useColumns(viewer: Viewer, members: readonly Member[]): Column<Member>[] {
  const { t, language } = useI18n()
  const mayRemove = useMay(organizationsAccess.removeMember)
  const email: Column<Member> = {
    key: 'email',
    head: t('organizations:invitations.email'),
    onPhone: 'below',
    renderCell: (member) => (
      <span className="block max-w-72 truncate text-muted-foreground">{member.email}</span>
    ),
  }
  const actions: Column<Member> = {
    key: 'actions',
    head: t('organizations:members.actions'),
    isActions: true,
    renderCell: (member) => <MemberActions member={member} viewer={viewer} />,
  }
  return [
    {
      key: 'member',
      head: t('organizations:members.member'),
      renderCell: (member) => <MemberName member={member} isSelf={member.userId === viewer.actor.userId} />,
    },
    // Only users who manage members get addresses.
    ...(members.some((member) => member.email !== null) ? [email] : []),
    {
      key: 'role',
      head: t('organizations:members.role'),
      onPhone: 'end',
      renderCell: (member) => <MemberRole member={member} viewer={viewer} />,
    },
    {
      key: 'joined',
      head: t('organizations:members.joined'),
      onPhone: 'none',
      renderCell: ({ joinedAt }) => (
        <span className="text-muted-foreground">
          <TimeAgo at={joinedAt} language={language} />
        </span>
      ),
    },
    // Not for those who may do nothing.
    ...(mayRemove && members.some((member) => isTouchable({ member, viewer })) ? [actions] : []),
  ]
}

function MemberName({ member, isSelf }: { member: Member; isSelf: boolean }) {
  const { t } = useI18n()
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <UserAvatar
        id={member.userId}
        name={member.name}
        image={member.image}
        className="size-6 text-[0.625rem] max-md:size-8 max-md:text-xs"
      />
      <span id={memberNameId(member.id)} className="min-w-0 truncate font-medium md:max-w-72">
        {member.name}
      </span>
      {isSelf ? <span className="text-muted-foreground">{t('organizations:members.you')}</span> : null}
    </span>
  )
}
