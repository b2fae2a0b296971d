import { Page } from '#/components/page.tsx'
import type { UserDetail } from '@plinth/core/feature'
import { useTranslate } from '@plinth/core/texts'
import { CreateUser } from './create-user.tsx'
import { UserActsContext } from './user-acts.ts'
import { UsersSection } from './users-section.tsx'
import type { UsersSearch } from './users-search.ts'
import { useUserActs } from './use-user-acts.tsx'
import { useUsersView } from './use-users-view.ts'

type UsersPageProps = {
  search: UsersSearch
  /** Renders a user's audit entries. */
  details: readonly UserDetail[]
}

/** All users, and what an admin can do about them. */
export function UsersPage({ search, details }: UsersPageProps) {
  const t = useTranslate()
  const view = useUsersView(search)
  const { acts, dialogs } = useUserActs({
    onOpen: ({ id }) => view.openUser(id),
    onBulkDone: view.clearSelection,
    onDeleted: view.closeUser,
  })
  return (
    <UserActsContext value={acts}>
      <Page
        title={t('administration:users.title')}
        intro={t('administration:users.intro')}
        action={<CreateUser />}
      >
        <UsersSection search={search} view={view} details={details} dialogs={dialogs} />
      </Page>
    </UserActsContext>
  )
}
