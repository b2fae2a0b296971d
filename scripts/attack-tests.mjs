import { readFileSync } from 'node:fs'

/** Returns the tests of known attacks: every test file that docs/security.md names. */
export function attackTests() {
  const text = readFileSync('docs/security.md', 'utf8')
  return [...new Set([...text.matchAll(/`([^`\s]+\.test\.ts)`/g)].map(([, file]) => file))]
}
