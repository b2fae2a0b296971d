import type { QueryClient, UseQueryOptions } from '@tanstack/react-query'
import type { FileRoutesByPath, LinkProps } from '@tanstack/react-router'
import type { TRPCClientErrorLike } from '@trpc/client'
import type { AnyTRPCRouter } from '@trpc/server'
import type { TRPCQueryKey } from '@trpc/tanstack-react-query'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type { AccessRule } from '#/core/access/access.ts'
import type { ProviderStates } from '#/core/auth/providers/providers.ts'
import type { Viewer } from '#/core/auth/viewer.ts'
import type { I18n } from '#/core/i18n/i18n.ts'
import type { Namespace, TranslationKey } from '#/core/i18n/keys.ts'
import type { Trpc } from '#/core/trpc/react.tsx'
import type { WireError } from '#/lib/wire-error.ts'

// The browser half of the page to read first: everything a feature may bring to the pages of the
// application. A feature exports one object of this type from its feature.ts, and src/app/features.ts lists
// it. The file is loaded with every signed-in page, so it holds only what all of them show. Parts of one page
// are in files of their own, found by name in the folders of installed features:
//   *.home.tsx      exports `home: FeatureHome`, its part of the dashboard's home page
//   *.settings.tsx  exports `settings: FeatureSettings`, its sections of the settings pages
//   *.commands.ts   exports `commands: FeatureCommands`, its commands in the palette
//   *.layout.tsx    exports `layout: FeatureLayout`, what it shows on every signed-in page
//   *.workspace.ts  exports `workspace: FeatureWorkspace`, its sections of an organization's page
//   *.sign-up.ts    exports `signUp: FeatureSignUp`, a field of the sign-up page
//   *.site.tsx, *.site-page.tsx  export `site: FeatureSite` and `sitePage: FeatureSitePage`, the page at /

/** What a feature brings to the browser. Every slot is optional except the name. */
export type Feature = {
  /** The name of the feature's folder. */
  readonly name: string
  /** Its rows of the permission table, as `defineAccess` returns them. */
  readonly access?: readonly Readonly<Record<string, AccessRule>>[]
  /** Its pages in the sidebar, the phone bar and the palette. */
  readonly navigation?: readonly NavigationEntry[]
  /** Keys that open one of its pages from anywhere. */
  readonly shortcuts?: readonly Shortcut[]
}

/** Declares a feature's browser half, with its types kept. */
export const defineFeature = <const F extends Feature>(feature: F): F => feature

/** The groups of the sidebar, in this order. `foot` is above the account, without a label. */
export const navigationGroups = ['workspace', 'examples', 'admin', 'foot'] as const

type WithoutSlash<Path> = Path extends `${infer Start}/` ? Start : Path
// From the keys of the route tree alone: the types of its routes depend on the features' access rules.
type SignedInPath = Extract<WithoutSlash<keyof FileRoutesByPath>, `/dashboard${string}`>

/** A tRPC query that returns a number, with the options of `optional`. */
export type CountQuery = UseQueryOptions<
  { count: number },
  TRPCClientErrorLike<AnyTRPCRouter>,
  { count: number },
  TRPCQueryKey
> & {
  queryKey: TRPCQueryKey
  trpc: { path: string }
}

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
  /** Whether the entry is current only on this page, and not on the pages below it. */
  exact?: boolean
  /** The query of a number at the end of the entry in the wide sidebar. No page waits for it. */
  count?: (trpc: Trpc) => CountQuery
}

export type Shortcut = {
  /** Works while no field, dialog or menu has the focus. */
  key: string
  label: TranslationKey
  to: SignedInPath
  /** Users whom the rule denies don't have it. */
  rule: AccessRule
}

/** A feature's part of the dashboard's home page. */
export type FeatureHome = {
  /** Namespaces whose texts the page needs, beside the section `home` of the feature's own. */
  namespaces?: readonly Namespace[]
  /** A button beside the page's title. */
  Action?: ComponentType
  /** Cards in the page's two columns, with the queries that the page waits for. */
  cards?: readonly HomeCard[]
  /** How each step of the feature's server half is shown, by its name. */
  steps?: Readonly<Record<string, StepView>>
  /** The sentence for each audit action; `name`, `subject` and `object` are its parameters. */
  activity?: Readonly<Record<string, TranslationKey>>
  /** How the targets of these actions are named, by the audit log's target type. */
  targets?: Readonly<Record<string, TargetView>>
}

export type HomeCard = {
  /** The top has the page's width; the others share it two to one. */
  column: 'top' | 'main' | 'side'
  order: number
  Card: ComponentType
  /** Prefetches what the card reads, before the page is shown. */
  load?(queries: { queryClient: QueryClient; trpc: Trpc }): Promise<unknown>
}

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
  /** Namespaces whose texts the sections need. */
  namespaces: readonly Namespace[]
  sections: readonly SettingsSection[]
}

/** The groups of the settings, in this order. */
export const settingsGroups = ['profile', 'security', 'preferences', 'data'] as const
export type SettingsGroup = (typeof settingsGroups)[number]

export type SettingsSection = {
  /** Part of URLs: `?tab=passkeys`, `#settings-passkeys`. */
  id: string
  group: SettingsGroup
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
  providers: ProviderStates
  /** Error code of a failed attempt to link a provider. */
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
  run(): unknown
}

/** What a feature shows on every signed-in page. */
export type FeatureLayout = {
  /** Namespaces whose texts all signed-in pages need, beside the section `shell` of the feature's own. */
  namespaces?: readonly Namespace[]
  banners?: readonly LayoutBanner[]
  /** Shown in the top bar of wide windows, on the pages below `path`: the tabs of a section. */
  bar?: { path: string; Bar: ComponentType }
  /** Wraps the pages, such as for a dialog that opens from anywhere. */
  Provider?: ComponentType<{ children: ReactNode }>
  /** The switch of workspaces. One feature at most brings it. */
  workspaces?: WorkspaceSwitch
}

export type LayoutBanner = {
  /** Banners are shown in this order, above the page. */
  order: number
  /** The namespace of its texts, loaded for users who see it. Texts of the section `shell` need none. */
  namespace?: Namespace
  isShown(viewer: Viewer): boolean
  Banner: ComponentType<{ viewer: Viewer }>
}

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

/** A feature's sections of the page of an organization, below its members. */
export type FeatureWorkspace = {
  /** Namespaces whose texts the sections need. */
  namespaces: readonly Namespace[]
  sections: readonly { order: number; Section: ComponentType }[]
}

/** A profile image on the sign-up page, sent once the user is signed in. One feature at most brings it. */
export type FeatureSignUp = {
  /** The namespace of the field's texts. */
  namespace: Namespace
  Field: ComponentType<{ onChoose(file: File | undefined): void }>
  /** Returns the error; undefined on success. Never throws. */
  upload(file: File): Promise<WireError | undefined>
}

/** The header of the page at /. One feature at most brings it; without one, / leads to the dashboard. */
export type FeatureSite = {
  /** Links beside the mark. */
  Navigation: ComponentType
  /** Links at the end of the header, for visitors. */
  Actions: ComponentType
}

/** The page at /, loaded with that page only. */
export type FeatureSitePage = {
  namespaces: readonly Namespace[]
  Page: ComponentType<{ signedIn: boolean }>
  load?(i18n: I18n): Promise<void>
}
