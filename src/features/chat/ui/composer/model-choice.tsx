import { ChevronDown } from 'lucide-react'
import { useTranslate } from '#/core/i18n/react.tsx'
import type { ModelInfo } from '../../chat-message.ts'

type ModelChoiceProps = { models: readonly ModelInfo[]; value: string; onChange: (id: string) => void }

/** Which model answers: its name where there is one only, a choice where there are several. */
export function ModelChoice({ models, value, onChange }: ModelChoiceProps) {
  const t = useTranslate()
  const nameOf = ({ label, isBuiltIn }: ModelInfo) => (isBuiltIn ? t('chat:model.builtIn') : label)
  const [first, ...others] = models
  if (!first) return null
  if (others.length === 0)
    return <span className="truncate px-1 text-sm text-muted-foreground">{nameOf(first)}</span>
  return (
    <span className="relative flex min-w-0 items-center">
      <select
        aria-label={t('chat:model.label')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-8 max-w-52 min-w-0 cursor-pointer appearance-none rounded-lg bg-transparent pr-7 pl-2 text-right text-sm font-medium hover:bg-accent pointer-coarse:h-11 [&>option]:bg-popover"
      >
        {models.map((model) => (
          <option key={model.id} value={model.id}>
            {nameOf(model)}
          </option>
        ))}
      </select>
      <ChevronDown
        className="pointer-events-none absolute right-2 size-3.5 text-muted-foreground"
        aria-hidden="true"
      />
    </span>
  )
}
