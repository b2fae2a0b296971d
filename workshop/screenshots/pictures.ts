import type { Page } from '@playwright/test'
import { textIn, type Language } from '@plinth/testing/browser/texts.ts'

export type Look = { language: Language; theme: 'light' | 'dark'; widthPixels: number }

export type Picture = {
  name: string
  path: string
  /**
   * Who looks: a visitor, the demo's administrator, or a user who signs in for each look and returns the
   * Cookie header. Such a session may end before the last look.
   */
  viewer: 'visitor' | 'admin' | (() => Promise<string>)
  /** Limits the picture to one width; both if omitted. */
  only?: 'wide' | 'phone'
  /** Brings the page into the state to capture. */
  prepare?: (page: Page, look: Look) => Promise<void>
}

/** The running application with its demo. */
export type PicturedApp = {
  url: string
  /** The password of the demo's users. */
  password: string
  /** The Cookie header of the demo's administrator. */
  admin: string
  /** The items of a query that takes no input, as the administrator. */
  list<Item>(procedure: string): Promise<Item[]>
  mails(): Promise<{ id: string; subject: string; links: string[] }[]>
  /** Sends a body. Returns the answer and the cookies that were set, as a Cookie header. */
  post(path: string, body: object, cookie?: string): Promise<{ cookie: string; answer: unknown }>
}

/** Pages in special states: open dialogs and menus, messages, errors, empty lists. */
export type Pictures = {
  /** Creates what pictures show in addition to the demo. */
  setUp?: (app: PicturedApp) => Promise<void>
  list: (app: PicturedApp) => Promise<readonly Picture[]> | readonly Picture[]
  /** The pictures in docs/pictures, each with its look. A page without a parameter is called by its path. */
  documented?: readonly { file: string; picture: string; theme: Look['theme']; widthPixels: number }[]
}

/** The path of the newest mailed link to a page, with its query. */
export async function mailedPath(app: PicturedApp, pathname: string): Promise<string> {
  const links = (await app.mails()).flatMap((mail) => mail.links.map((link) => new URL(link)))
  return pathname + (links.find((link) => link.pathname === pathname)?.search ?? '')
}

type Key = `${string}:${string}`
export const press =
  (key: Key, params: Record<string, string> = {}) =>
  async (page: Page, look: Look) =>
    page
      .getByRole('button', { name: textIn(look.language)(key, params), exact: true })
      .first()
      .click()
export const menu =
  (...pressed: Parameters<typeof press>) =>
  async (page: Page, look: Look) => {
    await press(...pressed)(page, look)
    await page.getByRole('menu').waitFor()
  }
export const dialog = (key: Key) => async (page: Page, look: Look) => {
  await press(key)(page, look)
  await page.locator('[role$=dialog]').waitFor()
}
