import { ImageField } from '#/components/form/image-field.tsx'
import type { ChosenImage } from '#/components/form/use-image.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { IMAGE_CONTENT_TYPES } from '#/core/storage/image-limits.ts'
import { prepareImage } from '#/core/storage/prepare-image.ts'

type LogoFieldProps = {
  id?: string
  image?: string | null
  error?: string
  onChoose: (image: ChosenImage | undefined) => void
}

/** Selects and previews the logo of an organization. See `ImageField`. */
export function LogoField(props: LogoFieldProps) {
  const t = useTranslate()
  return (
    <ImageField
      {...props}
      isSquare
      name="logo"
      label={t('organizations:logo.label')}
      hint={t('organizations:logo.hint')}
      words={{
        choose: t('organizations:logo.choose'),
        change: t('organizations:logo.change'),
        remove: t('organizations:logo.remove'),
        preview: t('organizations:logo.preview'),
      }}
      accept={IMAGE_CONTENT_TYPES.join(',')}
      prepare={(file) => prepareImage(file)}
    />
  )
}
