import { useQueryClient } from '@tanstack/react-query'
import { showToast } from '#/components/toast.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { failureOf } from '#/core/trpc/failure.ts'
import { useTRPC } from '#/core/trpc/react.tsx'

/** The acts that the toasts speak of. */
export type Act =
  | 'create'
  | 'delete'
  | 'revoke'
  | 'impersonate'
  | 'ban'
  | 'unban'
  | 'changeRole'
  | 'endSession'

/**
 * Undefined when it is done. Otherwise what is wrong, by the field it belongs to where there is one; `isOver`
 * when there is nobody left to do it to.
 */
export type Wrong = { fields: Record<string, string>; isOver: boolean } | undefined
export type Refusal = {
  code: string
  params: Record<string, string | number | undefined>
  fields?: Record<string, string>
}

/**
 * Runs what an administrator does to somebody, says in a toast what came of it (a failure with its reason,
 * unless that stands at a field) and brings everything shown of people up to date, also after a failure:
 * somebody else may have been quicker. Never rejects.
 */
export function useAct() {
  const t = useTranslate()
  const trpc = useTRPC()
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries(trpc.admin.pathFilter()),
      queries.invalidateQueries(trpc.audit.pathFilter()),
    ])

  /** The reader's words for a refusal; whoever is not there was deleted meanwhile. */
  const reasonOf = ({ code, params }: Refusal) =>
    code === 'errors:notFound' ? t('administration:table.goneMeanwhile') : t(code as TranslationKey, params)

  function fail(act: Act, refusal: Refusal): NonNullable<Wrong> {
    const fields =
      refusal.fields ??
      (typeof refusal.params.field === 'string' ? { [refusal.params.field]: refusal.code } : {})
    const isAtField = Object.keys(fields).length > 0
    void showToast(
      'error',
      t(`administration:failed.${act}`),
      isAtField ? undefined : { reason: reasonOf(refusal) },
    )
    return { fields, isOver: refusal.code === 'errors:notFound' }
  }

  async function run(act: Act, send: () => Promise<unknown>): Promise<Wrong> {
    let wrong: Wrong
    try {
      await send()
      void showToast('success', t(`administration:done.${act}`))
    } catch (error) {
      wrong = fail(act, failureOf(error))
    }
    await refresh()
    return wrong
  }
  return { run, fail, reasonOf, refresh }
}
