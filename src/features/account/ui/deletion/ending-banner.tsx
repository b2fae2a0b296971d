import { Button } from '#/components/ui/button.tsx'
import { useMay } from '#/core/access/react.tsx'
import { useI18n } from '#/core/i18n/react.tsx'
import { formatDay } from '#/lib/format-time.ts'
import { accountAccess } from '#/features/account/account.access.ts'
import { useKeepAccount } from './use-keep-account.ts'

/** Stands above every page while the account is to be deleted; a click keeps it. */
export function EndingBanner({ endsAt }: { endsAt: string }) {
  const { t, language } = useI18n()
  const { keep, isPending } = useKeepAccount()
  const mayKeep = useMay(accountAccess.keep)
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-destructive-border bg-destructive-muted px-4 py-2 text-destructive-text"
    >
      <span>{t('account:end.planned', { day: formatDay(new Date(endsAt), language) })}</span>
      {mayKeep ? (
        <Button
          variant="ghost"
          size="sm"
          className="text-destructive-text hover:bg-destructive-border/30"
          aria-disabled={isPending}
          onClick={keep}
        >
          {isPending ? t('account:end.keeping') : t('account:end.keep')}
        </Button>
      ) : null}
    </div>
  )
}
