import type { Locator, Page } from '@playwright/test'
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
  /** Waits for the end of a response. */
  answered(): Promise<void>
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
