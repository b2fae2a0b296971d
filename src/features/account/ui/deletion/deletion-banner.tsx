import { Button } from '#/components/ui/button.tsx'
import { type Viewer, useMay } from '@plinth/core/access'
import { useI18n } from '@plinth/core/texts'
import { formatDay } from '@plinth/core/format'
import { accountAccess } from '../../account.access.ts'
import { useCancelDeletion } from './use-cancel-deletion.ts'

/** Shown above every page while the account is scheduled for deletion. */
export function DeletionBanner({ viewer: { deletionScheduledFor } }: { viewer: Viewer }) {
  const { t, language } = useI18n()
  const { cancel, isPending } = useCancelDeletion()
  const mayCancel = useMay(accountAccess.cancelDeletion)
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-destructive-border bg-destructive-muted px-4 py-2 text-destructive-text"
    >
      <span>
        {t('account:deletion.planned', { day: formatDay(new Date(deletionScheduledFor ?? 0), language) })}
      </span>
      {mayCancel ? (
        <Button
          variant="ghost"
          size="sm"
          className="text-destructive-text hover:bg-destructive-border/30"
          aria-disabled={isPending}
          onClick={cancel}
        >
          {isPending ? t('account:deletion.canceling') : t('account:deletion.cancel')}
        </Button>
      ) : null}
    </div>
  )
}
