import { ImageField } from '#/components/form/image-field.tsx'
import type { ChosenImage } from '#/components/form/use-image.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { checkImage } from '#/core/storage/check-image.ts'
import { IMAGE_CONTENT_TYPES, IMAGE_MAX_BYTES } from '#/core/storage/image-limits.ts'

type LogoFieldProps = {
  id?: string
  image?: string | null
  error?: string
  onChoose: (image: ChosenImage | undefined) => void
}

/** Selects and previews the logo of an organization. Files that the server would reject are not selected. */
export function LogoField(props: LogoFieldProps) {
  const t = useTranslate()
  return (
    <ImageField
      {...props}
      isSquare
      name="logo"
      label={t('organizations:logo.label')}
      hint={t('organizations:logo.hint', { maxMegabytes: IMAGE_MAX_BYTES / 1024 / 1024 })}
      words={{
        choose: t('organizations:logo.choose'),
        change: t('organizations:logo.change'),
        remove: t('organizations:logo.remove'),
        preview: t('organizations:logo.preview'),
      }}
      accept={IMAGE_CONTENT_TYPES.join(',')}
      check={async (file) => {
        const refusal = await checkImage(file)
        return refusal && t(`organizations:errors.${refusal.reason}`, refusal.params)
      }}
    />
  )
}
