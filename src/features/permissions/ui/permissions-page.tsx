import type { ComponentType } from 'react'
import type { AccessRule, Viewer } from '@plinth/core/access'
import { PageContents } from '#/components/page-contents.tsx'
import { Page } from '#/components/page.tsx'
import { useTranslate } from '@plinth/core/texts'
import { GuardedCalls } from './guarded-calls.tsx'
import { Identity } from './identity.tsx'
import { PermissionTable } from './permission-table.tsx'
import { SourceFiles } from './source-files.tsx'

type PermissionsPageProps = {
  viewer: Viewer
  /** All rules of the application. */
  rules: readonly AccessRule[]
  /** The name of the active workspace. */
  Workspace: ComponentType<{ viewer: Viewer }>
}

/**
 * Demonstrates access control on the current user: identity, calls with their responses, all rules, the code.
 */
export function PermissionsPage({ viewer, rules, Workspace }: PermissionsPageProps) {
  const t = useTranslate()
  return (
    <Page title={t('permissions:page.title')} intro={t('permissions:page.intro')}>
      <PageContents
        sections={[
          { id: 'identity', title: t('permissions:identity.title') },
          { id: 'permission-table', title: t('permissions:table.title') },
          { id: 'guarded-calls', title: t('permissions:calls.title') },
          { id: 'sources', title: t('permissions:sources.title') },
        ]}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
          <Identity viewer={viewer} Workspace={Workspace} />
          <PermissionTable rules={rules} />
          <GuardedCalls />
          <SourceFiles />
        </div>
      </PageContents>
    </Page>
  )
}
