import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import type { ChatMessage } from './chat-message.ts'

type VersionPickerProps = { message: ChatMessage; onChoose: (messageId: string) => void }

/** Turns between the versions of a message. */
export function VersionPicker({ message: { id, siblings }, onChoose }: VersionPickerProps) {
  const t = useTranslate()
  const at = siblings.indexOf(id)
  if (siblings.length < 2 || at < 0) return null
  const button = (by: -1 | 1) => {
    const other = siblings[at + by]
    const Icon = by < 0 ? ChevronLeft : ChevronRight
    return (
      <Button
        variant="ghost"
        size="icon"
        className="text-muted-foreground"
        aria-label={t(by < 0 ? 'chat:versions.previous' : 'chat:versions.next')}
        disabled={other === undefined}
        onClick={() => other !== undefined && onChoose(other)}
      >
        <Icon className="size-4" aria-hidden="true" />
      </Button>
    )
  }
  return (
    <span className="flex items-center text-sm text-muted-foreground tabular-nums">
      {button(-1)}
      {t('chat:versions.place', { at: at + 1, of: siblings.length })}
      {button(1)}
    </span>
  )
}
