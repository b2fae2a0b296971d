import { test, type Page } from '@playwright/test'
import type { AddDocuments, Conversation, OpenConversation } from './conversation.ts'
import { conversationFeature, libraryFeature } from './screens.ts'
import type { Language } from './texts.ts'

/** Opens a conversation. Skips the test if no feature has one. */
export async function openConversation(
  page: Page,
  { language = 'en', isOverDocuments = false }: { language?: Language; isOverDocuments?: boolean } = {},
): Promise<Conversation> {
  test.skip(!conversationFeature, 'No feature has conversations')
  const open = await conversationFeature?.()
  return (open as OpenConversation)(page, { language, isOverDocuments })
}

/** Adds documents. Skips the test if no feature has them. */
export const addDocuments: AddDocuments = async (page, documents) => {
  test.skip(!libraryFeature, 'No feature has documents')
  await (
    await libraryFeature?.()
  )?.(page, documents)
}
