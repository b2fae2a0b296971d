import type { QueryClient, UseQueryOptions } from '@tanstack/react-query'
import type { FileRoutesByPath, LinkProps } from '@tanstack/react-router'
import type { TRPCClientErrorLike } from '@trpc/client'
import type { AnyTRPCRouter } from '@trpc/server'
import type { TRPCQueryKey } from '@trpc/tanstack-react-query'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { AccessRule } from '#/core/access/access.ts'
import type { Namespace, TranslationKey } from '#/core/i18n/keys.ts'
import type { Trpc } from '#/core/trpc/react.tsx'

// The browser half of the page to read first: everything a feature may bring to the pages of the
// application. A feature exports one object of this type from its feature.ts, and src/app/features.ts lists
// it. The file is loaded with every signed-in page, so it holds only what all of them show. Parts of one page
// are in files of their own, found by name in the folders of installed features:
//   *.home.tsx  exports `home: FeatureHome`, for the home page of the dashboard

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
