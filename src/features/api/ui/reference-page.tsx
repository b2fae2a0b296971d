import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { TextField } from '#/components/form/field.tsx'
import { PageContents } from '#/components/page-contents.tsx'
import { Page } from '#/components/page.tsx'
import { PathText } from '#/components/path-text.tsx'
import { Panel } from '#/components/panel.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useSectionNames, useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { CopyIconButton } from './copy-icon-button.tsx'
import { OperationRow } from './operation-row.tsx'

/** Every operation of the API, with a request to copy, and to try with a key of the reader. */
export function ReferencePage() {
  const t = useTranslate()
  const { data } = useSuspenseQuery(useTRPC().apiKeys.reference.queryOptions())
  const [key, setKey] = useState('')
  const [isKeyMissing, setKeyMissing] = useState(false)
  const keyField = useRef<HTMLInputElement>(null)
  const areaOf = useSectionNames('scopeNames')
  const resources = [...new Set(data.operations.map(({ resource }) => resource))]
  return (
    <Page
      title={t('api:shell.reference')}
      intro={t('api:reference.intro')}
      action={
        <Button
          variant="outline"
          nativeButton={false}
          render={<Link to="/dashboard/settings-enhanced" search={{ tab: 'api-keys' }} />}
        >
          {t('api:shell.title')}
        </Button>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-4 rounded-xl border border-border bg-card p-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] md:p-5">
        <dl className="grid content-start gap-2">
          <Address name={t('api:reference.address')} value={data.baseUrl} />
          <Address
            name={t('api:reference.document')}
            value={new URL('/api/openapi.json', data.baseUrl).href}
          />
          <Address name={t('api:reference.mcp')} value={data.mcpUrl} />
        </dl>
        <TextField
          name="apiKey"
          type="password"
          label={t('api:reference.key')}
          hint={t('api:reference.keyHint')}
          error={isKeyMissing ? t('api:reference.keyFirst') : undefined}
          ref={keyField}
          autoComplete="off"
          spellCheck={false}
          value={key}
          onChange={({ target }) => {
            setKey(target.value)
            setKeyMissing(false)
          }}
        />
      </div>
      <PageContents
        sections={resources.map((resource) => ({ id: `api-${resource}`, title: areaOf(resource) }))}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {resources.map((resource) => (
            <Panel key={resource} id={`api-${resource}`} title={areaOf(resource)}>
              <div className="divide-y divide-border">
                {data.operations
                  .filter((operation) => operation.resource === resource)
                  .map((operation) => (
                    <OperationRow
                      key={operation.name}
                      operation={operation}
                      baseUrl={data.baseUrl}
                      apiKey={key.trim()}
                      onKeyMissing={() => {
                        setKeyMissing(true)
                        keyField.current?.focus()
                      }}
                      isFirst={operation === data.operations[0]}
                    />
                  ))}
              </div>
            </Panel>
          ))}
        </div>
      </PageContents>
    </Page>
  )
}

function Address({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-muted-foreground">{name}</dt>
      <dd className="flex items-center justify-between gap-1 font-mono text-sm">
        <span className="min-w-0 wrap-anywhere">
          <PathText text={value} />
        </span>
        <CopyIconButton text={value} name={name} className="-my-2.5 shrink-0" />
      </dd>
    </div>
  )
}
