import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { showToast } from '#/components/toast.ts'
import { useI18n, useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'

/**
 * The keys of the composer, and the limits that are nearly reached: messages of this minute, tokens of this
 * day. The built-in model needs no tokens.
 */
export function UsageLine({ isBuiltIn }: { isBuiltIn: boolean }) {
  const { t, language } = useI18n()
  const { data } = useQuery(useTRPC().chats.usage.queryOptions())
  const near = (
    data
      ? ([
          ['requests', data.requests],
          ...(isBuiltIn
            ? []
            : ([
                ['tokens', data.tokens],
                ['workspaceTokens', data.workspaceTokens],
              ] as const)),
        ] as const)
      : []
  ).filter(([, { used, max }]) => used >= max * NEAR_SHARE)
  useNearLimitToast(near.length > 0)
  const figures = new Intl.NumberFormat(language)
  const of = ({ used, max }: { used: number; max: number }) => ({
    used: figures.format(used),
    max: figures.format(max),
  })
  return (
    <p className="flex flex-wrap gap-x-3 text-xs sm:min-h-4 text-muted-foreground tabular-nums">
      <span className="ml-auto max-sm:hidden sm:order-last pointer-coarse:hidden">
        {t('chat:composer.keys')}
      </span>
      {near.map(([name, usage]) => (
        <span key={name}>{t(`chat:usage.${name}`, of(usage))}</span>
      ))}
    </p>
  )
}

const NEAR_SHARE = 0.8

/** Clients that have warned: a query client lives as long as the page shows one workspace. */
const warned = new WeakSet<QueryClient>()

/** Warns once per workspace when a limit is nearly reached. */
function useNearLimitToast(isNear: boolean) {
  const t = useTranslate()
  const queries = useQueryClient()
  useEffect(() => {
    if (!isNear || warned.has(queries)) return
    warned.add(queries)
    void showToast('warning', t('chat:usage.near'))
  }, [isNear, queries, t])
}
