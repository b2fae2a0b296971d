import type { Screens } from '../../../e2e/support/screens.ts'

// Documents have no page of their own.
export const screens: Screens = {}

export const library = async () => (await import('./e2e/document-fixtures.ts')).addDocuments
