import type { TranslationKey } from '@plinth/core/texts'
import { brand } from '#/brand.ts'

/** Links to the documentation and the source code; none without a public repository. */
export function sourceLinks(): { label: TranslationKey; href: string }[] {
  const { repository } = brand
  if (!repository) return []
  return [
    { label: 'home:nav.docs', href: `${repository}/tree/main/docs` },
    { label: 'home:nav.source', href: repository },
  ]
}
