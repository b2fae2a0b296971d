import { serverFeatures } from '#/app/registry/installed.server.ts'
import { featureNames, mentionsOf, roomOf } from '../feature/rooms.ts'

/**
 * Reports where the name of a feature stands outside its folder, its routes and its two lines. Features that
 * the application can't do without may be named.
 */
export function checkRooms(root: string): string[] {
  const isRequired = (name: string) => serverFeatures.some((one) => one.name === name && one.required)
  return featureNames(root)
    .filter((name) => !isRequired(name))
    .flatMap((name) =>
      mentionsOf(root, roomOf(root, name)).map(
        ({ file, line, text }) => `${file}:${line} names the feature ${name}: ${text}`,
      ),
    )
}
