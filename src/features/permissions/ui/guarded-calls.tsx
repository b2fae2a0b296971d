import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useMay } from '@plinth/core/access'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { failureOf } from '@plinth/core/page'
import { Part } from './part.tsx'
import { permissionsAccess } from '../permissions.access.ts'

const names = [
  'mine',
  'verified',
  'inOrganization',
  'workspaceAdmin',
  'workspaceOwner',
  'applicationAdmin',
  'notImpersonated',
] as const
type Name = (typeof names)[number]

/** One procedure per kind of rule: whether the page would show it, and the server's response. */
export function GuardedCalls() {
  const t = useTranslate()
  return (
    <Part id="guarded-calls" title={t('permissions:calls.title')} text={t('permissions:calls.text')}>
      <ul className="divide-y divide-border rounded-xl border border-border bg-card">
        {names.map((name) => (
          <GuardedCall key={name} name={name} />
        ))}
      </ul>
    </Part>
  )
}

type Answer = { status: number | undefined; text: string; isDenied: boolean }

function GuardedCall({ name }: { name: Name }) {
  const t = useTranslate()
  const ask = useGuardedCall(name)
  const isAllowed = useMay(permissionsAccess[name])
  const [answer, setAnswer] = useState<Answer>()
  const [isPending, setPending] = useState(false)
  const [area, act] = permissionsAccess[name].action.split(/(?<=\.)/)
  async function call() {
    if (isPending) return
    setPending(true)
    setAnswer(await ask())
    setPending(false)
  }
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-2.5 max-sm:py-3 sm:grid-cols-[minmax(0,1fr)_auto_auto] md:px-5">
      <code className="font-mono text-sm font-medium wrap-break-word">
        {area}
        <wbr />
        {act}
      </code>
      <Badge
        variant={isAllowed ? 'success' : 'secondary'}
        className="max-sm:row-start-3 max-sm:mt-1.5 sm:row-span-2 sm:justify-self-end"
      >
        {t(isAllowed ? 'permissions:calls.shown' : 'permissions:calls.hidden')}
      </Badge>
      <p className="text-sm text-muted-foreground sm:col-start-1">{t(`permissions:calls.${name}`)}</p>
      <Button
        variant="outline"
        size="sm"
        aria-disabled={isPending}
        className="col-start-2 row-span-3 row-start-1 justify-self-end sm:col-start-3 sm:row-span-2 sm:row-start-1"
        onClick={() => void call()}
      >
        {t('permissions:calls.call')}
        <span className="sr-only">{permissionsAccess[name].action}</span>
      </Button>
      <output aria-live="polite" className="col-span-full empty:hidden">
        {answer ? (
          <span className="mt-1.5 mb-1 flex items-start gap-2 rounded-lg bg-muted px-3 py-2 font-mono text-xs wrap-anywhere">
            <Badge variant={answer.isDenied ? 'destructive' : 'success'}>{answer.status ?? '—'}</Badge>
            <span className="min-w-0 py-0.5">{answer.text}</span>
          </span>
        ) : null}
      </output>
    </li>
  )
}

/** Calls the procedure even if the rule denies it, and returns the server's response. */
function useGuardedCall(name: Name): () => Promise<Answer> {
  const t = useTranslate()
  const trpc = useTRPC()
  const queries = useQueryClient()
  return async () => {
    try {
      const result = await queries.query({
        ...trpc.permissions[name].queryOptions(),
        staleTime: 0,
        retry: false,
      })
      return { status: 200, text: JSON.stringify(result), isDenied: false }
    } catch (error) {
      const { status, code, params } = failureOf(error)
      return { status, text: t(code as TranslationKey, params), isDenied: true }
    }
  }
}
