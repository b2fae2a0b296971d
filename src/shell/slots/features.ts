import type { Feature } from '@plinth/core/feature'
import { uniquelyNamed } from '@plinth/core/app'
import * as installed from '#/app.ts'

/** The browser halves of the installed features. */
export const features: readonly Feature[] = uniquelyNamed(Object.values(installed))
