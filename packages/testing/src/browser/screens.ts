import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AddDocuments, OpenConversation } from './conversation.ts'

export type Screen = {
  /** `:id` in it is the id of what `create` returns. */
  path: string
  /** Defaults to 200. */
  status?: number
  /** Creates a row as the user of the screen, by calling a mutation. Its title has the longest words. */
  create?: (call: Call, title: string, referTo: ReferTo) => Promise<{ id: string }>
  /** A page of many visits, at which more journeys look. */
  isMain?: true
}
/** Returns the id of a row of that feature, or of the user for `user`. */
type ReferTo = (of: string) => Promise<string>
type Call = <T>(procedure: string, input: object) => Promise<T>

/** Completes a step of a new user's dashboard, as the user would. A feature exports its own as `steps`. */
export type Step = (call: Call, user: { email: string }) => Promise<unknown>

/**
 * The screens that can be opened by a URL, by who can open them: everybody, every user, administrators of the
 * application. A feature exports its own as `screens` from its NAME.screens.ts. Journeys check the layout,
 * title and accessibility of each.
 */
export type Screens = {
  open?: readonly Screen[]
  signedIn?: readonly Screen[]
  admin?: readonly Screen[]
  /** Those that need more than a session: a journey of the feature checks them. */
  others?: readonly Screen[]
}

const general: Required<Screens> = {
  open: [{ path: '/no/such/page', status: 404 }],
  signedIn: [
    { path: '/dashboard', isMain: true },
    { path: '/dashboard/nowhere', status: 404 },
    { path: '/dashboard/settings' },
    { path: '/dashboard/settings-enhanced' },
    { path: '/dashboard/settings-enhanced?tab=sessions' },
  ],
  admin: [],
  others: [],
}

type FeatureFile = {
  screens: Screens
  steps?: readonly Step[]
  conversation?: () => Promise<OpenConversation>
  library?: () => Promise<AddDocuments>
}

const root = process.cwd()
const named = new Map(
  await Promise.all(
    globSync('src/features/*/*.screens.ts', { cwd: root })
      .toSorted()
      .map(
        async (file) =>
          [
            path.basename(path.dirname(file)),
            (await import(pathToFileURL(path.join(root, file)).href)) as FeatureFile,
          ] as const,
      ),
  ),
)
const features = [...named.values()]

/** The screens of one feature. */
export const screensOf = (name: string): Screens => named.get(name)?.screens ?? {}

const all = [general, ...features.map(({ screens }) => screens)]

/** Pages without a parameter that no feature lists: public ones for everybody, the others for every user. */
const unlisted = unlistedPages(all.flatMap((part) => Object.values(part).flat()))

function unlistedPages(listed: readonly Screen[]): { path: string; isOpen: boolean }[] {
  const known = new Set(listed.map((screen) => screen.path.replace(/\?.*$/, '')))
  return globSync('src/routes/**/*.tsx', { cwd: root, exclude: ['**/route.tsx'] }).flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    const [, id = ''] = /createFileRoute\('([^']+)'\)/.exec(text) ?? []
    const [, access] = /\baccess: '([^']+)'/.exec(text) ?? []
    const page = id.replaceAll(/\/_[^/]+/g, '').replace(/(?<=.)\/$/, '')
    if (page === '' || page.includes('$') || access === undefined || known.has(page)) return []
    return [{ path: page, isOpen: access === 'public' }]
  })
}

/** The screens of the application and of every feature. */
export const screens: Required<Screens> = {
  open: [...all.flatMap(({ open = [] }) => open), ...unlisted.filter(({ isOpen }) => isOpen)],
  signedIn: [...all.flatMap(({ signedIn = [] }) => signedIn), ...unlisted.filter(({ isOpen }) => !isOpen)],
  admin: all.flatMap(({ admin = [] }) => admin),
  others: all.flatMap(({ others = [] }) => others),
}

const theOnly = <Slot extends 'conversation' | 'library'>(slot: Slot) =>
  features.find((feature) => feature[slot])?.[slot]

/** What journeys of other features use, loaded by them only. */
export const conversationFeature = theOnly('conversation')
export const libraryFeature = theOnly('library')

export const stepsOfFeatures = features.flatMap(({ steps = [] }) => steps)
