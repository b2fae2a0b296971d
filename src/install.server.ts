import { setFeatures } from '@plinth/core/app/registry/features.ts'
import { setServerFeatures } from '@plinth/core/app/registry/installed.server.ts'
import { setBrand } from '@plinth/core/brand.ts'
import * as features from './app.ts'
import * as serverFeatures from './app.server.ts'
import { brand } from './brand.ts'

/** Tells core what the product is called and has installed. Whatever runs on the server calls it first. */
export function install(): void {
  setBrand(brand)
  setFeatures(features)
  setServerFeatures(serverFeatures, async () => (await import('#/shell/slots/chat.ts')).chatParts)
}
