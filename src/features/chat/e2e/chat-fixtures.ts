import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import type { OpenConversation } from '@plinth/testing/browser/conversation.ts'
import { expect, hydrated } from '@plinth/testing/browser/fixtures.ts'
import { textIn, type Language } from '@plinth/testing/browser/texts.ts'
import { hasSources } from '../tests/has-sources.ts'

export const generalPage = '/dashboard/chat'
export const temporaryPage = '/dashboard/chat/vercel'
export const ragPage = `${generalPage}/rag`
export const chatPages = [generalPage, temporaryPage, ...(hasSources ? [ragPage] : [])]

/** Sets the language of all following pages. */
export const speak = (page: Page, language: Language) =>
  page.context().addCookies([{ name: 'i18next', value: language, url: process.env.TEST_URL ?? '' }])

export const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true })
/** The messages of the current thread. */
export const log = (page: Page) => page.getByRole('log')
export const box = (page: Page) => page.getByTestId('multimodal-input')

/** Opens a page of the chat and waits for hydration. */
export async function openChat(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await hydrated(page)
}

/** Sends a message and waits for the end of the response. */
export async function send(page: Page, text: string): Promise<void> {
  await box(page).fill(text)
  await box(page).press('Enter')
  await answered(page)
}

/** Waits until a response is complete and stored: only then can it be regenerated. */
export async function answered(page: Page): Promise<void> {
  await expect(page.getByTestId('send-button')).toBeVisible()
  await expect(log(page)).toHaveAttribute('aria-busy', 'false')
  await expect(log(page).getByRole('article').last()).toBeVisible()
}

/** Chooses an export in the menu of a thread. Returns the file. */
export async function exported(
  page: Page,
  { title, entry }: { title: string; entry: string },
): Promise<{ name: string; text: string }> {
  const t = textIn('en')
  const started = page.waitForEvent('download')
  await button(page, `${t('app:menu.actions')} ${title}`).click()
  await page.getByRole('menuitem', { name: entry }).click()
  const download = await started
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

export const openConversation: OpenConversation = async (page, { language, isOverDocuments }) => {
  const t = textIn(language)
  await speak(page, language)
  await openChat(page, isOverDocuments ? ragPage : generalPage)
  return {
    box: box(page),
    log: log(page),
    commands: page.getByRole('listbox', { name: t('chat:commands.label') }).getByRole('option'),
    send: (text) => send(page, text),
    answered: () => answered(page),
    approve: button(page, t('chat:approval.approve')),
    refuse: button(page, t('chat:approval.refuse')),
  }
}
