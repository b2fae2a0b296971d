import { SelectField } from '#/components/form/select-field.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { contrasts, motions, textSizes, type Display } from '#/lib/display.ts'

type DisplayFieldsProps = { value: Display; onChoose: (display: Display) => void }

/** Text size, contrast and motion, applied immediately. */
export function DisplayFields({ value, onChoose }: DisplayFieldsProps) {
  const t = useTranslate()
  return (
    <>
      <SelectField
        name="textSize"
        label={t('preferences:display.textSize')}
        value={value.textSize}
        options={textSizes.map((size) => ({
          value: size,
          label: t(`preferences:display.textSizes.${size}`),
        }))}
        onChange={(event) =>
          onChoose({ ...value, textSize: textSizes.find((size) => size === event.target.value) ?? 'normal' })
        }
      />
      <SelectField
        name="contrast"
        label={t('preferences:display.contrast')}
        value={value.contrast}
        options={contrasts.map((contrast) => ({
          value: contrast,
          label: t(`preferences:display.contrasts.${contrast}`),
        }))}
        onChange={(event) =>
          onChoose({
            ...value,
            contrast: contrasts.find((contrast) => contrast === event.target.value) ?? 'system',
          })
        }
      />
      <SelectField
        name="motion"
        label={t('preferences:display.motion')}
        hint={t('preferences:display.motionHint')}
        value={value.motion}
        options={motions.map((motion) => ({
          value: motion,
          label: t(`preferences:display.motions.${motion}`),
        }))}
        onChange={(event) =>
          onChoose({ ...value, motion: motions.find((motion) => motion === event.target.value) ?? 'system' })
        }
      />
    </>
  )
}
