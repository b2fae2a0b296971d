import { showToast } from '#/components/toast.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { failureOf } from '#/core/trpc/failure.ts'
import { useAct, type Refusal } from './use-act.ts'

export type BulkAct = 'ban' | 'unban' | 'revoke'
type BulkAnswer = { done: readonly string[]; refused: readonly (Refusal & { id: string })[] }

/**
 * The same for several people at once: how many it was done to, and for how many not, with the first reason.
 * `onDone` comes with the toast: whoever is quick chooses others while the table is still being brought up to
 * date. Resolves to whether anything was done.
 */
export function useBulkAct() {
  const t = useTranslate()
  const { fail, reasonOf, refresh } = useAct()

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
