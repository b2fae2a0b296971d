import { ImageField } from '#/components/form/image-field.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { checkImage } from '#/core/storage/check-image.ts'
import { IMAGE_CONTENT_TYPES, IMAGE_MAX_BYTES } from '#/core/storage/image-limits.ts'

type ProfileImageFieldProps = {
  /** The picture there is already. */
  image?: string | null
  /** What the server says of the one that was chosen. */
  error?: string
  /** Gets the picture, or undefined without one. */
  onChoose: (file: File | undefined) => void
}

/** Chooses a profile image and shows it; what the server would refuse is said here and not chosen. */
export function ProfileImageField(props: ProfileImageFieldProps) {
  const t = useTranslate()
  return (
    <ImageField
      {...props}
      name="image"
      label={t('profile:image.label')}
      hint={t('profile:image.hint', { maxMegabytes: IMAGE_MAX_BYTES / 1024 / 1024 })}
      words={{
        choose: t('profile:image.choose'),
        change: t('profile:image.change'),
        remove: t('profile:image.remove'),
        preview: t('profile:image.preview'),
      }}
      accept={IMAGE_CONTENT_TYPES.join(',')}
      check={async (file) => {
        const refusal = await checkImage(file)
        return refusal && t(`profile:errors.${refusal.reason}`, refusal.params)
      }}
    />
  )
}
