import type { WrittenTexts } from './fill-gaps.ts'

/** The texts of core by file, which Vite reads. */
export const ownTexts = import.meta.glob<WrittenTexts>('../**/locales/*.json', {
  eager: true,
  import: 'default',
})
