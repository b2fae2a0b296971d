import type { Env } from '#/core/env/env.server.ts'
import type { PageSettings } from '#/core/feature.ts'
import type { ChatTools, Demo, Installed, ServerFeature } from '#/core/feature.server.ts'
import * as installedFeatures from '../features.server.ts'
import { merged, theOnly, uniquelyNamed } from './merged.ts'

/** The type of every installed feature, from which the types of slots are derived. */
export type InstalledFeature = (typeof installedFeatures)[keyof typeof installedFeatures]

/** The server halves of the installed features. */
export const serverFeatures: readonly ServerFeature[] = uniquelyNamed(Object.values(installedFeatures))

for (const { name, needs = [] } of serverFeatures)
  for (const needed of needs)
    if (!serverFeatures.some((feature) => feature.name === needed))
      throw new Error(`The feature ${name} needs ${needed}, which is not installed`)

/** The slots of all features, for the features that read them. */
export const installed: Installed = {
  async refuseAccountDeletion(tx, userId) {
    for (const feature of serverFeatures) await feature.refuseAccountDeletion?.(tx, userId)
  },
  async beforeAccountDeletion(tx, actor, userId) {
    const files: string[] = []
    for (const feature of serverFeatures)
      files.push(...((await feature.beforeAccountDeletion?.(tx, actor, userId)) ?? []))
    return files
  },
  async accountExport(db, userId) {
    const parts = await Promise.all(
      serverFeatures.map(async (feature) => feature.accountExport?.(db, userId)),
    )
    return parts.flatMap((entries) => entries ?? [])
  },
  async chatTools(): Promise<Required<ChatTools>> {
    const all = await Promise.all(
      serverFeatures.map(async ({ name, chatTools }) => ({ name, tools: await chatTools?.() })),
    )
    const toolsIn = (kind: keyof ChatTools) =>
      merged(
        'the chat tool',
        all.map(({ name, tools }) => ({ name, entries: tools?.[kind] })),
      )
    return { reading: toolsIn('reading'), writing: toolsIn('writing') }
  },
  chat: async () => (await import('./chat.ts')).chatParts,
  accessRules: async () => [...(await import('./access.ts')).accessTable.values()],
  mails: new Set(serverFeatures.flatMap(({ mails = {} }) => Object.keys(mails))),
  passages: theOnly(
    'passages',
    serverFeatures.map(({ name, passages }) => ({ name, part: passages })),
  ),
}

/** The feature that asks for a second factor, if one does. */
export const readPendingSecondFactor = theOnly(
  'a second factor',
  serverFeatures.map(({ name, pendingSecondFactor }) => ({ name, part: pendingSecondFactor })),
)

/** What all pages may know of settings. */
export const pageSettings = (env: Env): PageSettings =>
  Object.assign(
    { signsUpAtOnce: !env.AUTH_REQUIRE_VERIFIED_EMAIL },
    ...serverFeatures.map((feature) => feature.pageSettings?.(env)),
  ) as PageSettings

/** The features' parts of the demo, in the order in which they are seeded. */
export async function demoParts(): Promise<Demo[]> {
  const parts = await Promise.all(serverFeatures.map(async (feature) => feature.demo?.()))
  return parts
    .filter((part) => part !== undefined)
    .toSorted(({ order: one = 0 }, { order: other = 0 }) => one - other)
}
