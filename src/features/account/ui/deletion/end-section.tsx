import { useMutation } from '@tanstack/react-query'
import { SettingsSection } from '#/components/settings-section.tsx'
import { showToast } from '#/components/toast.ts'
import { Button } from '#/components/ui/button.tsx'
import { useConfirm } from '#/components/ui/use-confirm.tsx'
import { useMay } from '#/core/access/react.tsx'
import { useReauthentication } from '#/core/auth/reauthentication.tsx'
import { useRefreshViewer } from '#/core/auth/refresh-viewer.tsx'
import type { Viewer } from '#/core/auth/viewer.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useI18n, useTranslate } from '#/core/i18n/react.tsx'
import { useTRPC } from '#/core/trpc/react.tsx'
import { formatDay } from '#/lib/format-time.ts'
import { accountAccess } from '#/features/account/account.access.ts'
import { GRACE_DAYS } from '#/features/account/account.schema.ts'
import { answerOf } from '../use-account-act.ts'
import { useKeepAccount } from './use-keep-account.ts'

/**
 * The end of the own account: asked for with the address typed, and until its day taken back with one click.
 */
export function EndSection({ viewer }: { viewer: Viewer }) {
  const t = useTranslate()
  const isOwn = useMay(accountAccess.end)
  if (!isOwn) return null
  return (
    <SettingsSection title={t('account:end.title')} text={t('account:end.text')}>
      {viewer.endsAt === null ? <End email={viewer.email} /> : <Planned endsAt={viewer.endsAt} />}
    </SettingsSection>
  )
}

function Planned({ endsAt }: { endsAt: string }) {
  const { t, language } = useI18n()
  const { keep, isPending } = useKeepAccount()
  return (
    <>
      <p>{t('account:end.planned', { day: formatDay(new Date(endsAt), language) })}</p>
      <div>
        <Button variant="outline" aria-disabled={isPending} onClick={keep}>
          {isPending ? t('account:end.keeping') : t('account:end.keep')}
        </Button>
      </div>
    </>
  )
}

function End({ email }: { email: string }) {
  const { t, language } = useI18n()
  const { ask, dialog } = useEnd(email)
  const open = () =>
    ask({
      title: t('account:end.question'),
      text: t('account:end.consequence', {
        day: formatDay(new Date(Date.now() + GRACE_DAYS * 86_400_000), language),
      }),
      confirmLabel: t('account:end.submit'),
      pendingLabel: t('account:end.pending'),
      typed: { label: t('account:end.typed', { email }), expected: email },
    })
  return (
    <>
      <div>
        <Button variant="destructive" onClick={open}>
          {t('account:end.open')}
        </Button>
      </div>
      {dialog}
    </>
  )
}

/** Asks, asks to re-authenticate where that is needed, and says what came of it. */
function useEnd(email: string) {
  const { t, language } = useI18n()
  const { mutateAsync } = useMutation(useTRPC().account.end.mutationOptions())
  const refresh = useRefreshViewer()
  const { withRecentAuth, dialog: reauthentication } = useReauthentication()
  const { ask, dialog } = useConfirm(reauthentication)

  async function end(): Promise<boolean> {
    const { refused, answer } = await withRecentAuth(() => answerOf(mutateAsync({ email })))
    if (refused) {
      void showToast('error', t(refused.code as TranslationKey, refused.params))
      return false
    }
    void showToast('success', t('account:end.done', { day: formatDay(answer.endsAt, language) }))
    await refresh()
    return true
  }
  return {
    ask: (question: Omit<Parameters<typeof ask>[0], 'onConfirm'>) => ask({ ...question, onConfirm: end }),
    dialog,
  }
}
