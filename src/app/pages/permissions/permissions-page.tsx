import { useSuspenseQuery } from '@tanstack/react-query'
import { Page } from '#/components/page.tsx'
import type { Viewer } from '#/core/auth/viewer.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useTRPC } from '#/core/trpc/react.tsx'
import { GuardedCalls } from './guarded-calls.tsx'
import { Identity } from './identity.tsx'
import { PermissionTable } from './permission-table.tsx'
import { sources } from './sources.ts'

/** Access control demonstrated on the current user: identity, calls with their answers, all rules, the code. */
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

/** The source code of this page as built. */
function SourceFiles() {
  const t = useTranslate()
  const { data } = useSuspenseQuery(sources(useTRPC()))
  return (
    <section aria-labelledby="sources" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="sources" className="text-xl font-semibold">
        {t('permissions:sources.title')}
      </h2>
      <p className="max-w-3xl text-muted-foreground">{t('permissions:sources.text')}</p>
      {data.map(({ file, text }, index) => (
        <details key={file} open={index === 0} className="rounded-xl border border-border bg-card">
          <summary className="cursor-pointer rounded-xl px-4 py-2.5 font-mono text-sm wrap-anywhere hover:bg-accent">
            {file}
          </summary>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
          <pre tabIndex={0} className="overflow-x-auto border-t border-border p-4 font-mono text-sm">
            {text}
          </pre>
        </details>
      ))}
    </section>
  )
}
