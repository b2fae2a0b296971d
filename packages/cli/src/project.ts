// What the project says of itself, whichever project this runs in.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Brand } from '@plinth/core/internal/brand.ts'
import type { Language } from '@plinth/core/internal/i18n/languages.ts'

type Languages = {
  languages: readonly Language[]
  languageNames: Record<Language, { english: string; own: string }>
}

const load = (file: string): Promise<unknown> => import(pathToFileURL(path.resolve(file)).href)

type Name = { brand: Omit<Brand, 'key'>; brandKey: string }

export const { brand, brandKey } = (await load('src/brand.ts')) as Name
export const { languages, languageNames } = (await load('src/languages.ts')) as Languages
