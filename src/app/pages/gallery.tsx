import { GalleryPage } from '#/features/gallery/index.ts'
import { LanguageSelect, ThemeSelect } from './settings/preferences.tsx'

/** The gallery of components, with the choice of language and theme. */
export function Gallery() {
  return (
    <GalleryPage>
      <LanguageSelect isIcon />
      <ThemeSelect isIcon />
    </GalleryPage>
  )
}
