import type { Screens } from '@plinth/testing/browser/screens.ts'

// Documents have no page of their own: the chat's that quotes them lists them.
export const screens: Screens = { signedIn: [{ path: '/dashboard/chat/rag' }] }

export const library = async () => (await import('./e2e/document-fixtures.ts')).addDocuments
