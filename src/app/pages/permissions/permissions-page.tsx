import { Page } from '#/components/page.tsx'
import type { Viewer } from '#/core/auth/viewer.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { GuardedCalls } from './guarded-calls.tsx'
import { Identity } from './identity.tsx'
import { PermissionTable } from './permission-table.tsx'
import { SourceFiles } from './source-files.tsx'

/**
 * The system of permissions at work on the person in front of it: who they are, what follows from it, what
 * the server answers, and the code of all that.
 */
export function PermissionsPage({ viewer }: { viewer: Viewer }) {
  const t = useTranslate()
  return (
    <Page title={t('permissions:page.title')} intro={t('permissions:page.intro')}>
      <Identity viewer={viewer} />
      <GuardedCalls />
      <PermissionTable />
      <SourceFiles />
    </Page>
  )
}
