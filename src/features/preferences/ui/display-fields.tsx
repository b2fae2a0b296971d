import type { ComponentProps } from 'react'
import { ButtonSelect } from '#/components/form/button-select.tsx'
import { SettingsRow } from '#/components/settings-section.tsx'
import { useTranslate } from '@plinth/core/texts'
import { type Display, contrasts, motions, textSizes } from '@plinth/core/format'

type DisplayFieldsProps = { value: Display; onChoose: (display: Display) => void }

/** Text size, contrast and motion, applied immediately. */
export function DisplayFields({ value, onChoose }: DisplayFieldsProps) {
  const t = useTranslate()
  return (
    <>
      <Choice
        name="textSize"
        label={t('preferences:display.textSize')}
        text={t('preferences:display.textSizeHint')}
        value={value.textSize}
        options={textSizes}
        labelOf={(size) => t(`preferences:display.textSizes.${size}`)}
        onChoose={(textSize) => onChoose({ ...value, textSize })}
      />
      <Choice
        name="contrast"
        label={t('preferences:display.contrast')}
        text={t('preferences:display.contrastHint')}
        value={value.contrast}
        options={contrasts}
        labelOf={(contrast) => t(`preferences:display.contrasts.${contrast}`)}
        onChoose={(contrast) => onChoose({ ...value, contrast })}
      />
      <Choice
        name="motion"
        label={t('preferences:display.motion')}
        text={t('preferences:display.motionHint')}
        value={value.motion}
        options={motions}
        labelOf={(motion) => t(`preferences:display.motions.${motion}`)}
        onChoose={(motion) => onChoose({ ...value, motion })}
      />
    </>
  )
}

type ChoiceProps<Value extends string> = Pick<ComponentProps<typeof SettingsRow>, 'label' | 'text'> & {
  name: string
  value: Value
  options: readonly Value[]
  labelOf: (value: Value) => string
  onChoose: (value: Value) => void
}

function Choice<Value extends string>({
  name,
  label,
  text,
  value,
  options,
  labelOf,
  onChoose,
}: ChoiceProps<Value>) {
  return (
    <SettingsRow htmlFor={name} label={label} text={text}>
      <ButtonSelect
        id={name}
        className="w-44"
        name={name}
        aria-describedby={`${name}-text`}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option === event.target.value)
          if (chosen !== undefined) onChoose(chosen)
        }}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {labelOf(option)}
          </option>
        ))}
      </ButtonSelect>
    </SettingsRow>
  )
}
