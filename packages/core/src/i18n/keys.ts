import type { CoreTexts } from './core-texts.ts'

/**
 * The English translations by namespace. Each feature adds its own in its `*.locales.d.ts`.
 * @public
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- an interface is what module augmentation needs
export interface TranslationResources extends CoreTexts {}

type Join<Key extends string, Rest extends string> = Rest extends '' ? Key : `${Key}.${Rest}`
type WithoutPlural<Key extends string> =
  Key extends `${infer Base}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Base : Key
type Paths<Tree> = Tree extends string
  ? ''
  : { [Key in keyof Tree & string]: Join<WithoutPlural<Key>, Paths<Tree[Key]>> }[keyof Tree & string]

export type Namespace = keyof TranslationResources & string

/**
 * Sections at the top of a feature's file that pages of others load: `shell` with every signed-in page,
 * `home` with the home page of the dashboard, `chat` with the chat, `details` with the pages about an
 * organization and a user, `audit` with the audit log, `jobs` and `mailNames` with the administration's
 * overview, `scopeNames` with what apps may do. No code mentions the keys of the last four. `audit` names
 * the feature's entries: `nouns.post`, `targets.post`, `actions.post.create`, `details.host`,
 * `values.by.passkey`. `jobs` names its jobs: `sweep-posts`, `mailNames` its emails: `verifyEmail`, and
 * `scopeNames` what its scopes are about: `posts`.
 */
export const sections = [
  'shell',
  'home',
  'chat',
  'details',
  'audit',
  'jobs',
  'mailNames',
  'scopeNames',
] as const
export type Section = (typeof sections)[number]

/** What a slot's filler needs of the texts: a namespace, a section of it, or a section of all namespaces. */
export type Loadable = Namespace | `${Namespace | '*'}:${Section}`

/** Pages that several features share; `src/shell/slots/page-texts.server.ts` says what their files hold. */
export type PageTexts =
  `page:${'any' | 'signIn' | 'dashboard' | 'home' | 'settings' | 'administration' | 'organization' | 'chat'}`

/** What a page loads. Each is one file per language, written by the build (decision 003). */
export type TextsFile = Namespace | `*:${Section}` | PageTexts

/** `namespace:screen.element`, checked against the English file. */
export type TranslationKey = {
  [Name in Namespace]: `${Name}:${Paths<TranslationResources[Name]>}`
}[Namespace]

export type TranslationParams = Record<string, string | number | undefined>
export type Translate = (key: TranslationKey, params?: TranslationParams) => string

/** One namespace in one language, as in its JSON file. */
export type Texts = { [key: string]: string | Texts }
/** Translations of one language by namespace. */
export type Catalog = Record<string, Texts>
