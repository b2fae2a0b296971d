import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Brand } from '@plinth/core/internal/brand.ts'

/** What the project is called. */
export const { brand } = (await import(pathToFileURL(path.resolve('src/brand.ts')).href)) as { brand: Brand }
