import { ChevronDown } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { TextField } from '#/components/form/field.tsx'
import { takeEarlyInput } from '#/components/form/type-into.ts'
import { PathText } from '#/components/path-text.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#/components/ui/tabs.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'
import { type RouterOutput, pageFetch } from '@plinth/core/client'
import { type Failure, failureOf } from '@plinth/core/page'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { cn } from '#/lib/cn.ts'
import { CopyIconButton } from './copy-icon-button.tsx'
import { curlOf, typescriptOf, type ApiRequest } from './request-texts.ts'

type Operation = RouterOutput['apiKeys']['reference']['operations'][number]
type OpenOperationProps = {
  operation: Operation
  baseUrl: string
  apiKey: string
  /** Called instead of a request without a key. */
  onKeyMissing: () => void
}
type OperationRowProps = OpenOperationProps & {
  /** The first of the page is open: what the others hold is seen at once. */
  isFirst: boolean
}

const methodColors: Partial<Record<string, string>> = {
  GET: 'text-info-text',
  PATCH: 'text-warning-text',
  PUT: 'text-warning-text',
  DELETE: 'text-destructive-text',
}

/** One operation: closed, its route and what it does; open, its fields and a request. */
export function OperationRow({ isFirst, ...rest }: OperationRowProps) {
  const [isOpen, setOpen] = useState(isFirst)
  const { method, path, summary } = rest.operation
  const details = useRef<HTMLDetailsElement>(null)
  // It may have been opened before hydration.
  useLayoutEffect(() => setOpen(details.current?.open === true), [])
  return (
    <details
      ref={details}
      open={isFirst}
      className="group"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-x-3 px-4 py-2.5 hover:bg-muted md:px-5 [&::-webkit-details-marker]:hidden">
        <span className="grid min-w-0 flex-1 items-baseline gap-x-4 gap-y-0.5 lg:grid-cols-[minmax(0,19rem)_minmax(0,1fr)]">
          <span className="flex min-w-0 items-baseline gap-x-2">
            <code
              className={cn(
                'shrink-0 font-mono text-xs lg:w-12',
                methodColors[method] ?? 'text-success-text',
              )}
            >
              {method}
            </code>
            <code className="min-w-0 font-mono text-sm wrap-anywhere">
              <PathText text={path} />
            </code>
          </span>
          <span lang="en" className="text-muted-foreground">
            {summary}
          </span>
        </span>
        <ChevronDown
          className="size-4 shrink-0 text-muted-foreground transition-transform duration-120 group-open:rotate-180"
          aria-hidden="true"
        />
      </summary>
      {isOpen ? <OpenOperation {...rest} /> : null}
    </details>
  )
}

const samples = [
  ['curl', curlOf],
  ['TypeScript', typescriptOf],
] as const

function OpenOperation({ operation, baseUrl, apiKey, onKeyMissing }: OpenOperationProps) {
  const t = useTranslate()
  const id = useId()
  const [path, setPath] = useState(operation.firstPath)
  const [body, setBody] = useState(operation.body)
  const request = { method: operation.method, url: `${baseUrl}${path}`, body }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-1 pb-5 md:px-5">
      <p className="text-sm text-muted-foreground">
        {operation.description} {t('api:reference.scope')} <code>{operation.scope}</code>
      </p>
      {operation.fields.length > 0 ? <Fields fields={operation.fields} /> : null}
      <TextField
        name={`${operation.name}-path`}
        label={t('api:reference.path')}
        value={path}
        spellCheck={false}
        className="font-mono text-sm"
        ref={takeEarlyInput}
        onChange={({ target }) => setPath(target.value)}
      />
      {body === null ? null : (
        <div className="grid gap-1.5">
          <label htmlFor={`${id}-body`} className="font-medium">
            {t('api:reference.body')}
          </label>
          <Textarea
            id={`${id}-body`}
            ref={takeEarlyInput}
            value={body}
            spellCheck={false}
            className="min-h-24 font-mono text-sm"
            onChange={({ target }) => setBody(target.value)}
          />
        </div>
      )}
      <Tabs defaultValue="curl">
        <TabsList aria-label={t('api:reference.request')}>
          {samples.map(([name]) => (
            <TabsTrigger key={name} value={name}>
              {name}
            </TabsTrigger>
          ))}
        </TabsList>
        {samples.map(([name, textOf]) => (
          <TabsContent key={name} value={name}>
            <Code text={textOf(request)} />
          </TabsContent>
        ))}
      </Tabs>
      <TryIt request={{ ...request, url: `/api/v1${path}` }} apiKey={apiKey} onKeyMissing={onKeyMissing} />
    </div>
  )
}

function Fields({ fields }: { fields: Operation['fields'] }) {
  const t = useTranslate()
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left text-sm">
        <thead className="text-muted-foreground">
          <tr>
            <th className="py-1 pr-4 font-medium">{t('api:reference.field')}</th>
            <th className="py-1 pr-4 font-medium">{t('api:reference.place')}</th>
            <th className="py-1 font-medium">{t('api:reference.type')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, place, type, isRequired }) => (
            <tr key={name} className="border-t border-border align-baseline">
              <td className="py-1.5 pr-4">
                <code>{name}</code>
                {isRequired ? (
                  <span className="text-muted-foreground"> {t('api:reference.required')}</span>
                ) : null}
              </td>
              <td className="py-1.5 pr-4">{t(`api:reference.places.${place}`)}</td>
              <td className="py-1.5">
                <code className="wrap-anywhere">{type}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Code({ text }: { text: string }) {
  return (
    <div className="flex items-start rounded-lg border border-border bg-muted">
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
        tabIndex={0}
        className="max-h-96 min-w-0 flex-1 fade-at-end [--ground:var(--muted)] overflow-auto rounded-lg py-2.5 pl-3 text-sm"
      >
        <code>{text}</code>
      </pre>
      <CopyIconButton text={text} className="m-1 shrink-0" />
    </div>
  )
}

type Answer = { status: number; text: string }

type TryItProps = Pick<OpenOperationProps, 'apiKey' | 'onKeyMissing'> & { request: ApiRequest }

/** Sends the request as written, with the key that the reader has entered. */
function TryIt({ request, apiKey, onKeyMissing }: TryItProps) {
  const t = useTranslate()
  const [isPending, setPending] = useState(false)
  const [answer, setAnswer] = useState<Answer | Failure>()
  async function send() {
    if (isPending) return
    if (apiKey === '') return onKeyMissing()
    setPending(true)
    setAnswer(await answerOf(request, apiKey).catch(failureOf))
    setPending(false)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Button size="sm" aria-disabled={isPending} className="justify-self-start" onClick={() => void send()}>
        {isPending ? t('api:reference.sending') : t('api:reference.try')}
      </Button>
      <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-2 empty:hidden">
        {answer && 'code' in answer ? <p>{t(answer.code as TranslationKey, answer.params)}</p> : null}
        {answer && 'text' in answer ? (
          <>
            <p>
              {t('api:reference.answer')}{' '}
              <Badge variant={answer.status < 400 ? 'success' : 'destructive'}>{answer.status}</Badge>
            </p>
            <Code text={answer.text} />
          </>
        ) : null}
      </div>
    </div>
  )
}

async function answerOf({ method, url, body }: ApiRequest, apiKey: string): Promise<Answer> {
  const response = await pageFetch(
    new Request(url, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body !== null && { 'content-type': 'application/json' }),
      },
      body,
    }),
  )
  const text = await response.text()
  return { status: response.status, text: prettyJson(text) }
}

function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
