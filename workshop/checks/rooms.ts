import { serverFeatures } from '@plinth/core/internal/app/registry/installed.server.ts'
import { readFeatureList } from '@plinth/cli/feature/feature-list.mjs'
import { featureNames, mentionsOf, roomOf } from '@plinth/cli/feature/rooms.ts'
import { readImportGraph } from '@plinth/cli/checks/import-graph.ts'
import '@plinth/cli/installed.ts'

/**
 * Reports where the name of a feature stands outside its folder, its routes and its two lines, and imports
 * from the workshop outside of it. Features that the application can't do without may be named, and so may
 * others by those that need them, and generated ones, whose name may be that of an example.
 */
export function checkRooms(root: string): string[] {
  const isRequired = (name: string) => serverFeatures().some((one) => one.name === name && one.required)
  const listed = readFeatureList(root).map(({ name }) => name)
  const named = featureNames(root)
    .filter((name) => listed.includes(name) && !isRequired(name))
    .flatMap((name) => {
      const needing = serverFeatures().filter((one) => one.needs?.includes(name))
      return mentionsOf(root, roomOf(root, name))
        .filter(({ file }) => !needing.some((one) => file.includes(`/features/${one.name}/`)))
        .map(({ file, line, text }) => `${file}:${line} names the feature ${name}: ${text}`)
    })
  return [...named, ...importsFromWorkshop(root)]
}

/** A project has no workshop. */
export const importsFromWorkshop = (root: string): string[] =>
  [...readImportGraph(root)].flatMap(([file, { imports }]) =>
    file.startsWith('workshop/')
      ? []
      : imports
          .filter((imported) => imported.startsWith('workshop/'))
          .map((imported) => `${file} imports ${imported}, which a project does not have`),
  )
