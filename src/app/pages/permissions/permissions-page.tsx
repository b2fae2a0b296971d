import { Page } from '#/components/page.tsx'
import type { Viewer } from '#/core/auth/viewer.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { GuardedCalls } from './guarded-calls.tsx'
import { Identity } from './identity.tsx'
import { PermissionTable } from './permission-table.tsx'
import { SourceFiles } from './source-files.tsx'

/**
 * Demonstrates access control on the current user: identity, calls with their responses, all rules, the code.
 */
export function PermissionsPage({ viewer }: { viewer: Viewer }) {
  const t = useTranslate()
  return (
    <Page title={t('permissions:page.title')} intro={t('permissions:page.intro')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
        <Identity viewer={viewer} />
        <PermissionTable />
        <GuardedCalls />
        <SourceFiles />
      </div>
    </Page>
  )
}
