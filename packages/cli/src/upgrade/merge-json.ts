// The merge driver `json` of .gitattributes: merges package.json and texts by entry.
// node upgrade/merge-json.ts BASE OURS THEIRS RELEASE, which git calls with three files. Writes the result to
// OURS; exits with 1 and leaves git's markers if both sides changed an entry differently.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

type Json = { [key: string]: unknown }

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

type Sides = { base: unknown; ours: unknown; theirs: unknown }

/**
 * Merges by entry, in the order of ours. An entry that ours deleted stays deleted. `conflict` gets what both
 * sides changed differently and returns the value to use.
 */
export function mergeJson({ base, ours, theirs }: Sides, conflict: (sides: Sides) => unknown): unknown {
  if (isSame(ours, theirs) || isSame(base, theirs)) return ours
  if (isSame(base, ours)) return theirs
  if (base !== undefined && ours === undefined) return undefined
  if (!isObject(ours) || !isObject(theirs)) return conflict({ base, ours, theirs })
  const before = isObject(base) ? base : {}
  const keys = withNewKeys(Object.keys(ours), Object.keys(theirs))
  return Object.fromEntries(
    keys
      .map((key) => [key, mergeJson({ base: before[key], ours: ours[key], theirs: theirs[key] }, conflict)])
      .filter(([, value]) => value !== undefined),
  )
}

/** Puts each key of `theirs` that `ours` lacks after the key that it follows there. */
function withNewKeys(ours: readonly string[], theirs: readonly string[]): string[] {
  const keys = [...ours]
  for (const [at, key] of theirs.entries())
    if (!keys.includes(key)) keys.splice(at === 0 ? 0 : keys.indexOf(theirs[at - 1] ?? '') + 1, 0, key)
  return keys
}

function drive(files: readonly string[], release = 'theirs'): number {
  const [base, ours, theirs] = files.map((file): unknown => JSON.parse(readFileSync(file, 'utf8') || '{}'))
  let conflicts = 0
  const pick = (side: 'base' | 'ours' | 'theirs') =>
    `${JSON.stringify(
      mergeJson({ base, ours, theirs }, (sides) => {
        conflicts += 1
        return sides[side]
      }),
      undefined,
      2,
    )}\n`
  const sides = (['base', 'ours', 'theirs'] as const).map(pick)
  for (const [at, file] of files.entries()) writeFileSync(file, sides[at] ?? '')
  if (conflicts === 0) return 0
  const [baseFile = '', oursFile = '', theirsFile = ''] = files
  // Only the conflicting entries still differ.
  spawnSync('git', ['merge-file', '-L', 'HEAD', '-L', 'base', '-L', release, oursFile, baseFile, theirsFile])
  return 1
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  process.exitCode = drive(process.argv.slice(2, 5), process.argv[5])
