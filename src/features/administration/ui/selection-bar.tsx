import { Ban, CircleCheck, LogOut, X } from 'lucide-react'
import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '@plinth/core/texts'
import { useActs, type TargetUser } from './user-acts.ts'

type SelectionBarProps = {
  users: readonly TargetUser[]
  onClear: () => void
  onAll: (() => void) | undefined
}

/**
 * The number of selected users and the actions on them. On phones it can also select all, because the table
 * has no header there.
 */
export function SelectionBar({ users, onClear, onAll }: SelectionBarProps) {
  const t = useTranslate()
  const acts = useActs()
  const banned = users.filter((user) => user.banned)
  const free = users.filter((user) => !user.banned)
  return (
    <section
      aria-label={t('administration:selection.label')}
      className="sticky bottom-20 z-10 mx-auto flex max-w-full flex-wrap items-center gap-1 rounded-xl border border-border bg-popover p-1 pl-3.5 text-sm shadow-float md:bottom-6"
    >
      <p role="status" className="mr-2 font-medium tabular-nums max-md:mr-auto">
        {t('administration:selection.count', { count: users.length })}
      </p>
      {onAll ? (
        <Button variant="ghost" size="sm" className="md:hidden" onClick={onAll}>
          {t('administration:selection.all')}
        </Button>
      ) : null}
      <Button
        variant="ghost"
        size="icon"
        aria-label={t('administration:selection.clear')}
        title={t('administration:selection.clear')}
        onClick={onClear}
      >
        <X className="size-4" aria-hidden="true" />
      </Button>
      <div className="flex flex-wrap gap-1 empty:hidden max-md:-ml-3 max-md:basis-full max-md:pointer-coarse:-ml-4">
        {free.length > 0 ? (
          <Button variant="ghost" size="sm" className="text-destructive-text" onClick={() => acts.ban(free)}>
            <Ban className="size-4 max-md:hidden" aria-hidden="true" />
            {t('administration:selection.ban', { count: free.length })}
          </Button>
        ) : null}
        {banned.length > 0 ? (
          <Button variant="ghost" size="sm" onClick={() => acts.unban(banned)}>
            <CircleCheck className="size-4 max-md:hidden" aria-hidden="true" />
            {t('administration:selection.unban', { count: banned.length })}
          </Button>
        ) : null}
        {users.length > 0 ? (
          <Button variant="ghost" size="sm" onClick={() => acts.revoke(users)}>
            <LogOut className="size-4 max-md:hidden" aria-hidden="true" />
            {t('administration:revoke.submit')}
          </Button>
        ) : null}
      </div>
    </section>
  )
}
