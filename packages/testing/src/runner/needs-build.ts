import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const testing = path.dirname(import.meta.dirname)
// Both in the sources and as the package has them.
const goal = /[/\\]runner[/\\]require-build\.(ts|js)$/

/** Whether a test may start the built application: whether what it imports reaches `requireBuild`. */
export function needsBuild(test: string, seen = new Set<string>()): boolean {
  const file = path.resolve(test)
  if (goal.test(file)) return true
  if (seen.has(file) || !/\.[jt]sx?$/.test(file) || !existsSync(file)) return false
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/(?:^|\n)(?:import|export) (?!type\b)(?:[^'"]*? from )?['"]([^'"]+)['"]/g)].some(
    ([, name = '']) => {
      const place = placeOf(file, name)
      return place !== undefined && needsBuild(place, seen)
    },
  )
}

/** The file that is imported, if it is one of ours that tests share. */
function placeOf(file: string, name: string): string | undefined {
  if (name.startsWith('.')) return path.resolve(path.dirname(file), name)
  const [, entry] = /^@plinth\/testing\/(.+)$/.exec(name) ?? []
  if (entry === undefined) return undefined
  const place = path.join(testing, entry)
  return existsSync(place) ? place : place.replace(/\.tsx?$/, '.js')
}
