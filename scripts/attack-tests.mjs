import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Returns the tests of known attacks: those in docs/security.md, and features' tests of the same names. */
export function attackTests() {
  const text = readFileSync('docs/security.md', 'utf8')
  const named = [...text.matchAll(/`([^`\s]+\.test\.ts)`/g)].map(([, file]) => file)
  const ofFeatures = named.flatMap((file) => globSync(`src/features/*/tests/${path.basename(file)}`))
  return [...new Set([...named, ...ofFeatures])]
}
