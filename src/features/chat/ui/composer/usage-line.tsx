import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { showToast } from '#/components/toast.ts'
import { useI18n, useTranslate } from '#/core/i18n/react.tsx'
import { useTRPC } from '#/core/trpc/react.tsx'

/**
 * The keys of the composer, and the usage of the limits: messages of this minute, tokens of this day. The
 * built-in model needs no tokens.
 */
export function UsageLine({ isBuiltIn }: { isBuiltIn: boolean }) {
  const { t, language } = useI18n()
  const { data } = useQuery(useTRPC().chats.usage.queryOptions())
  useNearLimitToast(data && [data.requests, ...(isBuiltIn ? [] : [data.tokens, data.workspaceTokens])])
  const figures = new Intl.NumberFormat(language)
  const of = ({ used, max }: { used: number; max: number }) => ({
    used: figures.format(used),
    max: figures.format(max),
  })
  return (
    <p className="flex min-h-4 flex-wrap gap-x-3 text-xs text-muted-foreground tabular-nums">
      <span className="ml-auto max-sm:hidden sm:order-last pointer-coarse:hidden">
        {t('chat:composer.keys')}
      </span>
      {data ? <span>{t('chat:usage.requests', of(data.requests))}</span> : null}
      {data && !isBuiltIn ? (
        <>
          <span>{t('chat:usage.tokens', of(data.tokens))}</span>
          <span>{t('chat:usage.workspaceTokens', of(data.workspaceTokens))}</span>
        </>
      ) : null}
    </p>
  )
}

type Usage = { used: number; max: number }

const NEAR_SHARE = 0.8

/** Clients that have warned: a query client lives as long as the page shows one workspace. */
const warned = new WeakSet<QueryClient>()

/** Warns once per workspace when a limit is nearly reached. */
function useNearLimitToast(limits: readonly Usage[] | undefined) {
  const t = useTranslate()
  const queries = useQueryClient()
  const isNear = limits?.some(({ used, max }) => used >= max * NEAR_SHARE) ?? false
  useEffect(() => {
    if (!isNear || warned.has(queries)) return
    warned.add(queries)
    void showToast('warning', t('chat:usage.near'))
  }, [isNear, queries, t])
}
