import { showToast } from '#/components/toast.ts'
import { useTranslate } from '@plinth/core/texts'
import { failureOf } from '@plinth/core/page'
import { useAdminAct, type Refusal } from './use-admin-act.ts'

export type BulkAct = 'ban' | 'unban' | 'revoke'
type BulkAnswer = { done: readonly string[]; refused: readonly (Refusal & { id: string })[] }

/**
 * `useAdminAct` for several users: the toast says how many succeeded and failed, with the first error.
 * `onDone` is called with the toast, before the table is refreshed, so that a new selection isn't lost.
 * Resolves to whether anything was done.
 */
export function useBulkAct() {
  const t = useTranslate()
  const { fail, reasonOf, refresh } = useAdminAct()

  async function runMany(
    act: BulkAct,
    send: () => Promise<BulkAnswer>,
    onDone: () => void,
  ): Promise<boolean> {
    try {
      const { done, refused } = await send()
      if (done.length > 0) {
        onDone()
        void showToast('success', t(`administration:doneMany.${act}`, { count: done.length }))
      }
      const [first] = refused
      if (first)
        void showToast('error', t(`administration:failedMany.${act}`, { count: refused.length }), {
          reason: reasonOf(first),
        })
      return done.length > 0
    } catch (error) {
      fail(act, failureOf(error))
      return false
    } finally {
      await refresh()
    }
  }
  return { runMany }
}
