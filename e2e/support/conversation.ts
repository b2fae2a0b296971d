import { test, type Locator, type Page } from '@playwright/test'
import { conversationFeature, libraryFeature } from './screens.ts'
import type { Language } from './texts.ts'

/** How journeys of other features use the chat, if one is installed. */
export type Conversation = {
  /** The field of the message. */
  box: Locator
  /** The messages. */
  log: Locator
  /** The commands that the field offers. */
  commands: Locator
  /** Sends a message and waits for the end of the response. */
  send(text: string): Promise<void>
  /** The buttons that answer a pending approval of a tool. */
  approve: Locator
  refuse: Locator
}

/** Opens a new conversation, or one over documents. */
export type OpenConversation = (
  page: Page,
  about: { language: Language; isOverDocuments: boolean },
) => Promise<Conversation>

/** Adds documents on the page that shows them, and waits until they can be quoted. */
export type AddDocuments = (
  page: Page,
  { files, language }: { files: Record<string, string>; language: Language },
) => Promise<void>

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
