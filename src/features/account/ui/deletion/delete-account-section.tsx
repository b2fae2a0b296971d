import { useMutation } from '@tanstack/react-query'
import { SettingsSection } from '#/components/settings-section.tsx'
import { showToast } from '#/components/toast.ts'
import { Button } from '#/components/ui/button.tsx'
import { useConfirm } from '#/components/dialog/use-confirm.tsx'
import { type Viewer, useMay } from '@plinth/core/access'
import { answerOf, useReauthentication, useRefreshViewer } from '@plinth/core/auth'
import { type TranslationKey, useI18n, useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { formatDay } from '@plinth/core/format'
import { accountAccess } from '#/features/account/account.access.ts'
import { GRACE_DAYS } from '#/features/account/account.schema.ts'
import { useCancelDeletion } from './use-cancel-deletion.ts'

/** Schedules the deletion of the user's account, and cancels it until its day. */
export function DeleteAccountSection({ viewer }: { viewer: Viewer }) {
  const { t, language } = useI18n()
  const isOwn = useMay(accountAccess.requestDeletion)
  const { deletionScheduledFor } = viewer
  if (!isOwn) return null
  return (
    <SettingsSection
      title={t('account:deletion.title')}
      text={
        deletionScheduledFor === null
          ? t('account:deletion.text')
          : t('account:deletion.planned', { day: formatDay(new Date(deletionScheduledFor), language) })
      }
      action={deletionScheduledFor === null ? <RequestDeletion email={viewer.email} /> : <Scheduled />}
    />
  )
}

function Scheduled() {
  const t = useTranslate()
  const { cancel, isPending } = useCancelDeletion()
  return (
    <Button variant="outline" size="sm" aria-disabled={isPending} onClick={cancel}>
      {isPending ? t('account:deletion.canceling') : t('account:deletion.cancel')}
    </Button>
  )
}

function RequestDeletion({ email }: { email: string }) {
  const { t, language } = useI18n()
  const { ask, dialog } = useRequestDeletion(email)
  const open = () =>
    ask({
      title: t('account:deletion.question'),
      text: t('account:deletion.consequence', {
        day: formatDay(new Date(Date.now() + GRACE_DAYS * 86_400_000), language),
      }),
      confirmLabel: t('account:deletion.submit'),
      pendingLabel: t('account:deletion.pending'),
      typed: { label: t('account:deletion.typed', { email }), expected: email },
    })
  return (
    <>
      <Button variant="outline" size="sm" className="text-destructive-text!" onClick={open}>
        {t('account:deletion.open')}
      </Button>
      {dialog}
    </>
  )
}

function useRequestDeletion(email: string) {
  const { t, language } = useI18n()
  const { mutateAsync } = useMutation(useTRPC().account.requestDeletion.mutationOptions())
  const refresh = useRefreshViewer()
  const { withRecentAuth, dialog: reauthentication } = useReauthentication()
  const { ask, dialog } = useConfirm(reauthentication)

  async function request(): Promise<boolean> {
    const { refused, answer } = await withRecentAuth(() => answerOf(mutateAsync({ email })))
    if (refused) {
      void showToast('error', t(refused.code as TranslationKey, refused.params))
      return false
    }
    void showToast('success', t('account:deletion.done', { day: formatDay(answer.scheduledFor, language) }))
    await refresh()
    return true
  }
  return {
    ask: (question: Omit<Parameters<typeof ask>[0], 'onConfirm'>) => ask({ ...question, onConfirm: request }),
    dialog,
  }
}
