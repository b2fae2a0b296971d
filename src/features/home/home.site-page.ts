import type { FeatureSitePage } from '#/core/feature.ts'
import { HomePage } from './home-page.tsx'
import { loadShowcase } from './showcase-slot.tsx'

export const sitePage: FeatureSitePage = { namespaces: ['home'], Page: HomePage, load: loadShowcase }
