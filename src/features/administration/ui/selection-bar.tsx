import { X } from 'lucide-react'
import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useActs, type TargetUser } from './user-acts.ts'

type SelectionBarProps = {
  users: readonly TargetUser[]
  onClear: () => void
  onAll: (() => void) | undefined
}

/**
 * The number of selected users and the acts on them. On a phone it can also select all, because the table has
 * no header there.
 */
export function SelectionBar({ users, onClear, onAll }: SelectionBarProps) {
  const t = useTranslate()
  const acts = useActs()
  const banned = users.filter((user) => user.banned)
  const free = users.filter((user) => !user.banned)
  return (
    <section
      aria-label={t('administration:selection.label')}
      className="sticky bottom-20 z-10 flex flex-wrap items-center gap-2 rounded-xl border border-input bg-card px-3 py-2 shadow-float md:bottom-4"
    >
      <p role="status" className="mr-auto font-medium">
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
        onClick={onClear}
        className="sm:order-last"
      >
        <X className="size-4" aria-hidden="true" />
      </Button>
      {free.length > 0 ? (
        <Button variant="outline" size="sm" className="max-sm:flex-1" onClick={() => acts.ban(free)}>
          {t('administration:selection.ban', { count: free.length })}
        </Button>
      ) : null}
      {banned.length > 0 ? (
        <Button variant="outline" size="sm" className="max-sm:flex-1" onClick={() => acts.unban(banned)}>
          {t('administration:selection.unban', { count: banned.length })}
        </Button>
      ) : null}
      <Button variant="outline" size="sm" className="max-sm:flex-1" onClick={() => acts.revoke(users)}>
        {t('administration:revoke.submit')}
      </Button>
    </section>
  )
}
