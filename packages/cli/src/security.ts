// npm run security: builds if a source has changed, then runs every attack in docs/security.md against its
// own instances.
//   --sbom   prints the packages of the running application as CycloneDX instead
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { commandFile } from './commands.mjs'
import { bill } from './checks/sbom.ts'
import { runNode } from './run-node.ts'

/** Returns the tests of known attacks: those in docs/security.md, and features' tests of the same names. */
function attackTests(): string[] {
  const text = readFileSync('docs/security.md', 'utf8')
  const named = [...text.matchAll(/`([^`\s]+\.test\.ts)`/g)].flatMap(([, file]) => file ?? [])
  const ofFeatures = named.map((file) => `src/features/*/tests/${path.basename(file)}`)
  return globSync([...named, ...ofFeatures])
}

async function repeatAttacks(): Promise<number> {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run']
  const built = await runNode([commandFile('build'), '--if-stale'], { NODE_ENV: 'production' })
  return built || (await runNode([...vitest, ...attackTests()], { NODE_ENV: 'test' }))
}

if (process.argv.includes('--sbom')) console.info(JSON.stringify(bill(process.cwd()), undefined, 2))
else process.exitCode = await repeatAttacks()
