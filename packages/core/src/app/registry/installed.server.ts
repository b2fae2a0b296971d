import type { RowsWithFiles } from '#/attachments/attachments.server.ts'
import type { Env } from '#/env/env.server.ts'
import type { ChatParts, PageSettings } from '#/feature.ts'
import type { Register } from '#/lib/register.ts'
import type { ChatTools, Demo, Installed, ServerFeature } from '#/feature.server.ts'
import type { Reference } from '#/references/reference-source.server.ts'
import { lazily } from '#/lib/lazily.ts'
import { merged, uniquelyNamed } from './merged.ts'

/** The type of every installed feature, from which the types of slots are derived. */
export type InstalledFeature = Register extends { serverFeatures: infer Features }
  ? Features[keyof Features]
  : ServerFeature

type Given = { features: readonly ServerFeature[]; chat: () => Promise<ChatParts> }
let given: Given | undefined

function required(): Given {
  if (!given) throw new Error('provideServerFeatures was not called')
  return given
}

/**
 * Installs the server halves of features. The server, its commands and tests call it before anything else;
 * `chat` loads what they bring to the chat. Throws if two have the same name, or one needs another that is
 * not installed.
 */
export function provideServerFeatures(
  all: Readonly<Record<string, ServerFeature>>,
  chat: () => Promise<ChatParts>,
): void {
  const features = uniquelyNamed(Object.values(all))
  for (const { name, needs = [] } of features)
    for (const needed of needs)
      if (!features.some((feature) => feature.name === needed))
        throw new Error(`The feature ${name} needs ${needed}, which is not installed`)
  given = { features, chat }
}

/** The server halves of the installed features. Throws before `provideServerFeatures`. */
export const serverFeatures = (): readonly ServerFeature[] => required().features

/** The slots of all features, for the features that read them. */
export const installed = lazily((): Installed => ({
  async accountExport(db, userId) {
    const parts = await Promise.all(
      serverFeatures().map(async (feature) => feature.accountExport?.(db, userId)),
    )
    return parts.flatMap((entries) => entries ?? [])
  },
  publicEvents: new Map(
    Object.entries(
      merged(
        'the public event of',
        serverFeatures().map(({ name, publicEvents }) => ({ name, entries: publicEvents })),
      ),
    ),
  ),
  async activityTargets() {
    const parts = serverFeatures().map(async ({ name, overview }) => ({
      name,
      entries: (await overview?.())?.targets,
    }))
    return merged('the activity target', await Promise.all(parts))
  },
  async chatTools(): Promise<Required<ChatTools>> {
    const all = await Promise.all(
      serverFeatures().map(async ({ name, chatTools }) => ({ name, tools: await chatTools?.() })),
    )
    const toolsIn = (kind: keyof ChatTools) =>
      merged(
        'the chat tool',
        all.map(({ name, tools }) => ({ name, entries: tools?.[kind] })),
      )
    return { reading: toolsIn('reading'), writing: toolsIn('writing') }
  },
  chat: () => required().chat(),
  accessRules: async () => [...(await import('./features.server.ts')).installedAccess().table.values()],
  mails: new Set(serverFeatures().flatMap(({ mails = {} }) => Object.keys(mails))),
  scopes: serverFeatures()
    .flatMap(({ scopes = [] }) => scopes)
    .toSorted(),
}))

/** The rows of a feature that rows of others may refer to; undefined if it brings none. */
export const readReference = async (name: string): Promise<Reference | undefined> =>
  serverFeatures()
    .find((feature) => feature.name === name)
    ?.reference?.()

/** The rows of all features that have files. */
export async function readRowsWithFiles(): Promise<RowsWithFiles[]> {
  const parts = await Promise.all(serverFeatures().map(async (feature) => feature.attachments?.()))
  return parts.filter((part) => part !== undefined)
}

/** What all pages may know of settings. */
export const pageSettings = (env: Env): PageSettings =>
  Object.assign(
    { signsUpAtOnce: !env.AUTH_REQUIRE_VERIFIED_EMAIL, ...(env.isLocal && { isLocal: true }) },
    ...serverFeatures().map((feature) => feature.pageSettings?.(env)),
  ) as PageSettings

/** The features' parts of the demo, in the order in which they are seeded. */
export async function demoParts(): Promise<Demo[]> {
  const parts = await Promise.all(serverFeatures().map(async (feature) => feature.demo?.()))
  return parts
    .filter((part) => part !== undefined)
    .toSorted(({ order: one = 0 }, { order: other = 0 }) => one - other)
}
