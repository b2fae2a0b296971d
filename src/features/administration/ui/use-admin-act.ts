import { useQueryClient } from '@tanstack/react-query'
import { showToast } from '#/components/toast.ts'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { failureOf } from '@plinth/core/page'

/** The actions that toasts mention. */
export type Act =
  | 'create'
  | 'delete'
  | 'revoke'
  | 'impersonate'
  | 'ban'
  | 'unban'
  | 'changeRole'
  | 'endSession'
  | 'resolve'
  | 'retry'
  | 'discard'
  | 'run'

/**
 * Undefined on success. Otherwise the error, by field if it has one; `isOver` when the user no longer exists.
 */
export type Wrong = { fields: Record<string, string>; isOver: boolean } | undefined
export type Refusal = {
  code: string
  params: Record<string, string | number | undefined>
  fields?: Record<string, string>
}

/**
 * Runs an admin action, shows its result as a toast (unless the error belongs to a field) and refreshes all
 * data, also after a failure, because another admin may have changed it. `gone` says that the target, by
 * default a user, no longer exists. Never rejects.
 */
export function useAdminAct(gone: TranslationKey = 'administration:table.goneMeanwhile') {
  const t = useTranslate()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries()

  /** The translated error. A target that is not found has been deleted. */
  const reasonOf = ({ code, params }: Refusal) =>
    t(code === 'errors:notFound' ? gone : (code as TranslationKey), params)

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
