// npm run security: builds if a source has changed, then runs every attack in docs/security.md against its
// own instances.
//   --asvs   writes docs/asvs.md from security/asvs.json instead
//   --sbom   prints the packages of the running application as CycloneDX instead
import { attackTests } from './attack-tests.mjs'
import { writeAsvs } from './checks/asvs.ts'
import { bill } from './checks/sbom.ts'
import { runNode } from './run-node.ts'

async function repeatAttacks(): Promise<number> {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run']
  const built = await runNode(['scripts/build.ts', '--if-stale'], { NODE_ENV: 'production' })
  return built || (await runNode([...vitest, ...attackTests()], { NODE_ENV: 'test' }))
}

if (process.argv.includes('--asvs')) writeAsvs(process.cwd())
else if (process.argv.includes('--sbom')) console.info(JSON.stringify(bill(process.cwd()), undefined, 2))
else process.exitCode = await repeatAttacks()
