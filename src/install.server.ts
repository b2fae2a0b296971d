import { provideFeatures, provideServerFeatures } from '@plinth/core/feature/server'
import { provideBrand } from '@plinth/core/app'
import * as features from './app.ts'
import * as serverFeatures from './app.server.ts'
import { brand, brandKey } from './brand.ts'

/** Tells core what the product is called and has installed. Whatever runs on the server calls it first. */
export function install(): void {
  provideBrand({ ...brand, key: brandKey })
  provideFeatures(features)
  provideServerFeatures(serverFeatures, async () => (await import('#/shell/slots/chat.ts')).chatParts)
}
