import type { ReactNode } from 'react'
import { ImageField } from '#/components/form/image-field.tsx'
import type { ChosenImage } from '#/components/form/use-image.ts'
import { useTranslate } from '@plinth/core/texts'
import { IMAGE_CONTENT_TYPES, prepareImage } from '@plinth/core/client'

type ProfileImageFieldProps = {
  /** The current image. */
  image?: string | null
  fallback?: ReactNode
  /** The server's error for the selected image. */
  error?: string
  /** See `useImage`. */
  onChoose: (image: ChosenImage | undefined) => void
}

/** Selects and previews a profile image. See `ImageField`. */
export function ProfileImageField(props: ProfileImageFieldProps) {
  const t = useTranslate()
  return (
    <ImageField
      {...props}
      name="image"
      label={t('profile:image.label')}
      hint={t('profile:image.hint')}
      words={{
        choose: t('profile:image.choose'),
        change: t('profile:image.change'),
        remove: t('profile:image.remove'),
        preview: t('profile:image.preview'),
      }}
      accept={IMAGE_CONTENT_TYPES.join(',')}
      prepare={(file) => prepareImage(file, 'icon')}
    />
  )
}
