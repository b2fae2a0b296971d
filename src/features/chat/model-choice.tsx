import { inputClass } from '#/components/form/field.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { cn } from '#/lib/cn.ts'
import type { AnswerModel } from './chat-message.ts'

type ModelChoiceProps = { models: readonly AnswerModel[]; value: string; onChange: (id: string) => void }

/** Which model answers: a badge where there is one only, a choice where there are several. */
export function ModelChoice({ models, value, onChange }: ModelChoiceProps) {
  const t = useTranslate()
  const nameOf = ({ label, isBuiltIn }: AnswerModel) => (isBuiltIn ? t('ai:builtIn.name') : label)
  const [first, ...others] = models
  if (!first) return null
  if (others.length === 0) return <Badge look={first.isBuiltIn ? 'neutral' : 'info'}>{nameOf(first)}</Badge>
  return (
    <select
      aria-label={t('chat:model.label')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={cn(inputClass, 'h-8 w-auto max-w-60 cursor-pointer text-sm pointer-coarse:h-11')}
    >
      {models.map((model) => (
        <option key={model.id} value={model.id}>
          {nameOf(model)}
        </option>
      ))}
    </select>
  )
}
