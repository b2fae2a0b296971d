import type { QueryClient } from '@tanstack/react-query'
import type { FileRoutesByPath, LinkProps } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type { AccessRule } from '#/access/access.ts'
import type { AuditItem } from '#/audit/read-audit.server.ts'
import type { Viewer } from '#/auth/viewer.ts'
import type { Loadable, Namespace, Translate, TranslationKey } from '#/i18n/keys.ts'
import type { CountQuery, PartQuery } from '#/trpc/optional-query.ts'
import type { Trpc } from '#/trpc/react.ts'

// The browser half of the page to read first: everything a feature may bring to the pages of the
// application. A feature exports one object of this type from its feature.ts, and src/app.ts lists
// it. The file is loaded with every signed-in page, so it holds only what all of them show. Parts of one page
// are in files of their own, found by name in the folders of installed features:
//   *.home.tsx      exports `home: FeatureHome`, its part of the dashboard's home page
//   *.settings.ts   exports `settings: FeatureSettings`, its sections of the settings pages
//   *.commands.ts   exports `commands: FeatureCommands`, its commands in the palette
//   *.layout.tsx    exports `layout: FeatureLayout`, what it shows on every signed-in page
//   *.organization.ts  exports `organization: FeatureOrganization`, its sections of an organization's page
//   *.details.ts    exports `details: FeatureDetails`, for a user's details in the administration
//   *.sign-in.tsx   exports `signIn: FeatureSignIn`, a way to sign in other than the password
//   *.chat.ts       exports `chat: FeatureChat`, its commands and tools in the chat

/**
 * What all pages may know of settings, the same for every user and sent with every page: the slot
 * `pageSettings` of the server half. Each feature declares its own field.
 * @public
 */
export interface PageSettings {
  /** Whether sign-up creates a session; false where an address must be verified first. */
  signsUpAtOnce: boolean
  /** Whether a browser may hold several accounts: `?add=1` opens the sign-in pages for signed-in users. */
  severalAccounts?: true
  /** In local mode, which has the demo. */
  isLocal?: true
}

/** What a feature brings to the browser. Every slot is optional except the name. */
export type Feature = {
  /** The name of the feature's folder. */
  readonly name: string
  /** Its rows of the permission table, as `defineAccess` returns them. */
  readonly access?: readonly Readonly<Record<string, AccessRule>>[]
  /** Its pages in the sidebar, the phone bar and the palette. */
  readonly navigation?: readonly NavigationEntry[]
}

/** Declares a feature's browser half, with its types kept. */
export const defineFeature = <const F extends Feature>(feature: F): F => feature

/** The groups of the sidebar, in this order. `foot` is above the account, without a label. */
export const navigationGroups = ['workspace', 'examples', 'admin', 'foot'] as const

type WithoutSlash<Path> = Path extends `${infer Start}/` ? Start : Path
// From the keys of the route tree alone: the types of its routes depend on the features' access rules.
type SignedInPath = Extract<WithoutSlash<keyof FileRoutesByPath>, `/dashboard${string}`>

export type NavigationEntry = {
  group: (typeof navigationGroups)[number]
  /** Entries of a group are shown in this order; the first four of all are in the phone bar. */
  order: number
  /** Users who may not open the page don't see its entry. */
  to: SignedInPath
  label: TranslationKey
  Icon: LucideIcon
  /** The key that opens the page after `g`. Entries without one are reached through the palette. */
  letter?: string
  /** By which pages without an entry refer to this one: `entry` of their static data. */
  name?: 'organization' | 'settings'
  /** Whether the entry is current only on this page, and not on the pages below it. */
  exact?: boolean
  /** A number in the wide sidebar, for users whom the rule allows it. No page waits for its query. */
  count?: { rule: AccessRule; query: (trpc: Trpc) => CountQuery }
}

/** A feature's part of the dashboard's home page. */
export type FeatureHome = {
  /** Namespaces whose texts the page needs, beside the section `home` of the feature's own. */
  namespaces?: readonly Namespace[]
  /** Cards in the page's two columns, or buttons beside its title. */
  cards?: readonly HomeCard[]
  /** How each step of the feature's server half is shown, by its name. */
  steps?: Readonly<Record<string, StepView>>
  /** The sentence for each audit action; `name`, `subject` and `object` are its parameters. */
  activity?: Readonly<Record<string, TranslationKey>>
  /** How the targets of these actions are named, by the audit log's target type. */
  targets?: Readonly<Record<string, TargetView>>
}

export type HomeCard = {
  /** The top has the page's width; main and side share it two to one. */
  column: 'title' | 'top' | 'main' | 'side'
  order: number
  Card: ComponentType
  /** Users whom the rule denies don't have the card, and nothing is read for them. */
  rule?: AccessRule
} & (
  | { query?: undefined }
  /** What the card reads with `useQuery`. The page waits 1.5 seconds for it. */
  | { rule: AccessRule; query: (trpc: Trpc) => PartQuery }
)

export type StepView = {
  Icon: LucideIcon
  title: TranslationKey
  text: TranslationKey
  /** A link to where the step is done, or a button of the feature. Neither: the text says how. */
  action?: { label: TranslationKey; link: LinkProps } | { Button: ComponentType }
}

export type TargetView = {
  /** Shown instead of the title of a deleted one. */
  missing: TranslationKey
  /** A link to one, by its id. */
  link?(id: string): LinkProps
}

/** A feature's sections of the settings pages. */
export type FeatureSettings = {
  /** What the sections need of the texts. */
  namespaces: readonly Loadable[]
  sections: readonly SettingsSection[]
}

/** The groups of the settings, in this order. */
export const settingsGroups = ['profile', 'security', 'preferences', 'data'] as const

export type SettingsSection = {
  /** Part of URLs: `?tab=passkeys`, `#settings-passkeys`. */
  id: string
  group: (typeof settingsGroups)[number]
  /** Sections of a group are shown in this order. */
  order: number
  /** Neighbors with the same name share a card. Defaults to a card of its own. */
  card?: string
  title: TranslationKey
  Section: ComponentType<SettingsProps>
  /** Returns false to hide a section that would be empty; shown by default. */
  isShown?(props: SettingsProps): boolean
}

export type SettingsProps = {
  viewer: Viewer
  pageSettings: PageSettings
  /** Error code of a sign-in method that led back here. */
  failure: string | undefined
}

/** A feature's commands in the palette, loaded when it is first opened. */
export type FeatureCommands = {
  /** Groups with the same heading are shown as one. */
  heading: TranslationKey
  /** Groups are shown in this order; pages are 100, the workspace 200, the account 500. */
  order: number
  /** A hook. `typed` is empty while the palette is closed. */
  useCommands(palette: { viewer: Viewer; typed: string }): readonly PaletteCommand[]
}

export type PaletteCommand = {
  /** Distinguishes commands with the same text. */
  id?: string
  text: string
  /** Further search terms. */
  words?: string
  Icon: LucideIcon
  /** The keys that do the same outside the palette. */
  keys?: readonly string[]
  /** Marks the choice that already applies. */
  isCurrent?: boolean
  /** From the text of what was found: a second line if the typed words are there and not in `text`. */
  excerpt?: string
  /** When it was written. */
  at?: Date
  run(): unknown
}

/** A feature's part of the chat, in the browser and on the server. Its texts are in its section `chat`. */
export type FeatureChat = {
  commands?: readonly ChatCommand[]
  /** How the calls of its tools are shown, by the tool's name. */
  tools?: Readonly<Record<string, ToolView>>
}

/** A slash command, which works with and without a language model. */
export type ChatCommand = {
  /** Lowercase letters. */
  name: string
  /** Commands are shown in this order. */
  order: number
  /** What it does, in one line. */
  text: TranslationKey
  /** The tool that it calls: the command works on pages that have it. Only the chat's own /help has none. */
  tool?: string
  /** Whether text follows the name. */
  argument: 'none' | 'optional' | 'required'
  /** The tool's input; none by default. */
  inputOf?(argument: string): Readonly<Record<string, unknown>>
  /** A card in a new chat that sends the command. */
  suggestion?: { title: TranslationKey; argument?: TranslationKey; Icon: LucideIcon }
}

/** The texts and numbers of a tool's input or output, as text. Another version may have written them. */
export type ToolTexts = Readonly<Record<string, string>>

export type ToolView = {
  /** What the tool is called for, in one line. */
  sentence(t: Translate, input: ToolTexts): string
  /** How the user is asked before a writing tool runs: a title, and labels of its input's fields. */
  approval?: { title: TranslationKey; fields: Readonly<Record<string, TranslationKey>> }
  /** A link to what it has read or written. */
  link?(t: Translate, output: ToolTexts): { link: LinkProps; text: string } | undefined
}

/** What all features bring to the chat. */
export type ChatParts = {
  commands: readonly ChatCommand[]
  /** By the tool's name. */
  tools: ReadonlyMap<string, ToolView>
}

/** What a feature shows on every signed-in page. */
export type FeatureLayout = {
  /** Namespaces whose texts all signed-in pages need, beside the section `shell` of the feature's own. */
  namespaces?: readonly Namespace[]
  banners?: readonly LayoutBanner[]
  /** Wraps the pages, such as for a dialog that opens from anywhere. */
  Provider?: ComponentType<{ children: ReactNode }>
  /** What it puts into the frame around every page. A place has room for one feature. */
  frame?: LayoutFrame
}

export type LayoutFrame = {
  /** The menu behind the signed-in account; otherwise a link. */
  account?: ComponentType<AccountMenuProps>
  /** The switch of workspaces; otherwise a link home. */
  workspace?: WorkspaceSwitch
  /** The tabs of a section, in the top bar of wide windows on the pages below `path`. */
  tabs?: { path: string; Tabs: ComponentType }
}

export type LayoutBanner = {
  /** Banners are shown in this order, above the page. */
  order: number
  /** The namespace of its texts, loaded for users who see it. Texts of the section `shell` need none. */
  namespace?: Namespace
  isShown(viewer: Viewer): boolean
  Banner: ComponentType<{ viewer: Viewer }> & { preload?: () => Promise<void> }
}

export type AccountMenuProps = {
  viewer: Viewer
  /** Shows only the picture at any width: for the top bar of a phone. */
  isPicture: boolean
  leave: LeavePage
}

/** Posts to an endpoint under /api/auth that changes the session, then goes to `to`. Shows why it failed. */
export type LeavePage = (path: string, options: { body?: object; to: string }) => Promise<void>

export type WorkspaceSwitch = {
  /** The menu at the top of the sidebar and, on phones, of the page. */
  Switcher: ComponentType<{ viewer: Viewer; isOnPhone?: boolean }>
  /** The name of the active workspace. */
  Name: ComponentType<{ viewer: Viewer }>
  /** Prefetches what both read. Every signed-in page waits for it. */
  load(queries: { queryClient: QueryClient; trpc: Trpc }): Promise<unknown>
  /** The name of an organization that has been loaded. */
  nameOf(queries: { queryClient: QueryClient; trpc: Trpc }, organizationId: string): string | undefined
}

/** A feature's sections of an organization's page, below its members. */
export type FeatureOrganization = {
  /** What they need of its texts: the section `details` of the feature's own, or more. */
  namespaces: readonly Loadable[]
  sections: readonly { order: number; Section: ComponentType }[]
}

/** What a feature adds to the details of a user, in the administration. */
export type FeatureDetails = {
  /** What they need of its texts: the section `details` of the feature's own, or more. */
  namespaces: readonly Loadable[]
  ofUser: readonly UserDetail[]
}

/** What features may show of a user. `audit` are the newest entries about them. */
export type DetailedUser = {
  id: string
  twoFactorEnabled: boolean
  organizations: readonly { id: string; name: string; slug: string; role: string }[]
  audit: readonly AuditItem[]
}

/** A row of the user's facts, or a section: below 50 above their sessions, with a number beside its title. */
export type UserDetail = { order: number; title: TranslationKey } & (
  | { text(user: DetailedUser): TranslationKey; Section?: undefined }
  | { Section: ComponentType<{ user: DetailedUser }>; count?(user: DetailedUser): number }
)

/** A way to sign in other than the password. Loaded with the sign-in pages, which every visitor sees. */
export type FeatureSignIn = {
  /** Shown in this order, above the form for the password. */
  order: number
  /** The namespace of its texts: small, so not that of the feature's other pages. */
  namespace: Namespace
  /** Whether it also creates accounts and so is on the sign-up page. */
  signsUp: boolean
  /** Returns false where it is not set up; shown by default. */
  isShown?(settings: PageSettings): boolean
  /** Says why an attempt failed that led back here with `error` in the URL, and nothing for other errors. */
  failure?: { namespace: Namespace; Notice: ComponentType<{ error: string }> }
  Buttons: ComponentType<SignInMethodProps>
}

export type SignInMethodProps = {
  pageSettings: PageSettings
  /** Where the sign-in leads, on this site. */
  redirectTo: string
  /** The path of this page, with its search params. */
  page: string
  /** Whether the session shall outlast the browser, read when a button is pressed. */
  isRemembered(): boolean
  /** Remembers in this browser how its user signed in. */
  remember(method: string): void
  /** The same for a method that leaves this site: remembered when its user is back and signed in. */
  leaveToSignIn(method: string): void
  /** A button that marks the method which was last used here. */
  MethodButton: ComponentType<MethodButtonProps>
}

export type MethodButtonProps = {
  /** As passed to `remember`. */
  method: string
  icon: ReactNode
  /** Whether it shows a spinner for the icon. */
  isPending: boolean
  isDisabled: boolean
  /** For screen readers. Defaults to the content. */
  label?: string
  onClick(): void
  children: ReactNode
}
