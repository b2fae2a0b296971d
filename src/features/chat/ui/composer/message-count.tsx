import { useTranslate } from '@plinth/core/texts'
import { MESSAGE_MAX_LENGTH } from '#/features/chat/chat-limits.ts'
import { cn } from '#/lib/cn.ts'

/** How long a message is, once it is near the limit; beyond it, it can't be sent. */
export function MessageCount({ id, text: { length } }: { id: string; text: string }) {
  const t = useTranslate()
  if (length <= MESSAGE_MAX_LENGTH * 0.9) return null
  const isTooLong = length > MESSAGE_MAX_LENGTH
  return (
    <p
      id={id}
      role="status"
      className={cn(
        'mr-auto self-center px-2 text-sm tabular-nums',
        isTooLong ? 'text-destructive-text' : 'text-muted-foreground',
      )}
    >
      {isTooLong ? `${t('errors:tooLong')} ` : ''}
      {t('app:form.count', { count: length, max: MESSAGE_MAX_LENGTH })}
    </p>
  )
}
