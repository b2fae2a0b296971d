import { serverFeatures } from '@plinth/core/app/registry/installed.server.ts'
import { featureNames, mentionsOf, roomOf } from '../feature/rooms.ts'
import '../installed.ts'

/**
 * Reports where the name of a feature stands outside its folder, its routes and its two lines. Features that
 * the application can't do without may be named, and so may others by those that need them.
 */
export function checkRooms(root: string): string[] {
  const isRequired = (name: string) => serverFeatures().some((one) => one.name === name && one.required)
  return featureNames(root)
    .filter((name) => !isRequired(name))
    .flatMap((name) => {
      const needing = serverFeatures().filter((one) => one.needs?.includes(name))
      return mentionsOf(root, roomOf(root, name))
        .filter(({ file }) => !needing.some((one) => file.startsWith(`src/features/${one.name}/`)))
        .map(({ file, line, text }) => `${file}:${line} names the feature ${name}: ${text}`)
    })
}
