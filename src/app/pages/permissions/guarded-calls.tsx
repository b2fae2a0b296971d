import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useMay } from '#/core/access/react.tsx'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { failureOf } from '#/core/trpc/failure.ts'
import { useTRPC } from '#/core/trpc/react.tsx'
import { permissionsAccess } from './permissions.access.ts'

const names = [
  'mine',
  'verified',
  'inOrganization',
  'workspaceAdmin',
  'workspaceOwner',
  'applicationAdmin',
  'inPerson',
] as const
type Name = (typeof names)[number]

/** One procedure per kind of rule: whether the page would show it, and what the server answers. */
export function GuardedCalls() {
  const t = useTranslate()
  return (
    <section aria-labelledby="guarded-calls" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="guarded-calls" className="text-xl font-semibold">
        {t('permissions:calls.title')}
      </h2>
      <p className="max-w-3xl text-muted-foreground">{t('permissions:calls.text')}</p>
      <ul className="grid gap-3 md:grid-cols-2">
        {names.map((name) => (
          <GuardedCall key={name} name={name} />
        ))}
      </ul>
    </section>
  )
}

type Answer = { status: number | undefined; text: string; isDenied: boolean }

function GuardedCall({ name }: { name: Name }) {
  const t = useTranslate()
  const ask = useGuardedCall(name)
  const isAllowed = useMay(permissionsAccess[name])
  const [answer, setAnswer] = useState<Answer>()
  const [isPending, setPending] = useState(false)
  async function call() {
    if (isPending) return
    setPending(true)
    setAnswer(await ask())
    setPending(false)
  }
  return (
    <li className="grid content-start gap-3 rounded-xl border border-border bg-card p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <code className="font-mono text-sm">{permissionsAccess[name].action}</code>
        <Badge variant={isAllowed ? 'success' : 'secondary'}>
          {t(isAllowed ? 'permissions:calls.shown' : 'permissions:calls.hidden')}
        </Badge>
      </div>
      <p className="text-muted-foreground">{t(`permissions:calls.${name}`)}</p>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="outline" size="sm" aria-disabled={isPending} onClick={() => void call()}>
          {t('permissions:calls.call')}
          <span className="sr-only">{permissionsAccess[name].action}</span>
        </Button>
        <output
          aria-live="polite"
          className={`min-h-5 min-w-0 font-mono text-sm wrap-anywhere ${answer?.isDenied ? 'text-destructive-text' : 'text-success-text'}`}
        >
          {answer ? `${answer.status ?? ''} ${answer.text}` : null}
        </output>
      </div>
    </li>
  )
}

/** Calls the procedure even where the rule denies it, and returns the server's answer. */
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
      return { status, text: `${code}: ${t(code as TranslationKey, params)}`, isDenied: true }
    }
  }
}
