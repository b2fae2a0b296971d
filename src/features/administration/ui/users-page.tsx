import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Page } from '#/components/page.tsx'
import { Button } from '#/components/ui/button.tsx'
import type { AdministrationParts } from '#/core/feature.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useActs, UserActsContext } from './user-acts.ts'
import { UsersSection } from './users-section.tsx'
import type { UsersSearch } from './users-search.ts'
import { useUserActs } from './use-user-acts.tsx'
import { useUsersView, type UsersPath } from './use-users-view.ts'

export type UsersPageProps = {
  search: UsersSearch
  /** Renders a user's audit entries. */
  parts: AdministrationParts
}

/** All users, and what an admin can do about them. */
export function UsersPage(props: UsersPageProps) {
  const t = useTranslate()
  return (
    <UsersFrame
      {...props}
      path="/dashboard/admin/users"
      title={t('administration:users.title')}
      intro={t('administration:users.intro')}
    />
  )
}

type UsersFrameProps = UsersPageProps & {
  path: UsersPath
  title: string
  intro: string
  children?: ReactNode
}

/** A page with the user table below other content. */
export function UsersFrame({ search, parts, path, title, intro, children }: UsersFrameProps) {
  const view = useUsersView(path, search)
  const { acts, dialogs } = useUserActs({
    onOpen: ({ id }) => view.openUser(id),
    onBulkDone: view.clearSelection,
    onDeleted: view.closeUser,
  })
  return (
    <UserActsContext value={acts}>
      <Page isWide title={title} intro={intro} action={<CreateUser />}>
        {children}
        <UsersSection search={search} view={view} parts={parts} dialogs={dialogs} />
      </Page>
    </UserActsContext>
  )
}

function CreateUser() {
  const t = useTranslate()
  const { create } = useActs()
  return (
    <Button className="max-sm:w-full" onClick={create}>
      <Plus className="size-4" aria-hidden="true" />
      {t('administration:create.submit')}
    </Button>
  )
}
