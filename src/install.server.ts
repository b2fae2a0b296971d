import { provideFeatures, provideServerFeatures } from '@plinth/core/feature/server'
import { provideBrand } from '@plinth/core/app'
import { provideLanguages } from '@plinth/core/texts'
import * as features from './app.ts'
import * as serverFeatures from './app.server.ts'
import { brand, brandKey } from './brand.ts'
import { languages } from './languages.ts'

/**
 * Tells core the product's name, languages and features. Whatever runs on the server calls it first; what
 * sends mails and pages, with the mark.
 */
export function install(mark?: string): void {
  provideBrand({ ...brand, key: brandKey, mark })
  provideLanguages(languages)
  provideFeatures(features)
  provideServerFeatures(serverFeatures, async () => (await import('#/shell/slots/chat.ts')).chatParts)
}
