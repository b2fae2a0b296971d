import { ButtonSelect } from '#/components/form/button-select.tsx'
import { useTranslate } from '@plinth/core/texts'
import type { ModelInfo } from '../../chat-message.ts'

type ModelChoiceProps = { models: readonly ModelInfo[]; value: string; onChange: (id: string) => void }

/** The model that answers: its name if there is only one, otherwise a select. */
export function ModelChoice({ models, value, onChange }: ModelChoiceProps) {
  const t = useTranslate()
  const nameOf = ({ label, isBuiltIn }: ModelInfo) => (isBuiltIn ? t('chat:model.builtIn') : label)
  const [first, ...others] = models
  if (!first) return null
  if (others.length === 0)
    return <span className="truncate px-1 text-sm text-muted-foreground max-sm:hidden">{nameOf(first)}</span>
  return (
    <ButtonSelect
      variant="ghost"
      size="sm"
      aria-label={t('chat:model.label')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="max-w-52"
    >
      {models.map((model) => (
        <option key={model.id} value={model.id}>
          {nameOf(model)}
        </option>
      ))}
    </ButtonSelect>
  )
}
