import { errorsBetween } from './errors-between.ts'

/** Returns the name closest to `written`; undefined if none is within `most` typing errors. */
export function closestName(written: string, names: readonly string[], most: number): string | undefined {
  const [closest] = names
    .map((name) => ({ name, errors: errorsBetween(written, name, most) }))
    .filter(({ errors }) => errors <= most)
    .toSorted((one, other) => one.errors - other.errors)
  return closest?.name
}
