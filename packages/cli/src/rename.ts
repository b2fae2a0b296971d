// npm run rename -- "Acme Desk": renames the product everywhere: texts, emails, manifest, package, metrics,
// the keys in Redis, documents. `--check` lists what still has the former name.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { brand } from './project.ts'
import { allOrNothing, fail, orFail, refuseFlagsOfNpm, refuseUncommitted } from './feature/edit-project.ts'
import { leaveWorkshop } from './feature/leave-workshop.ts'
import { renameProject, textFiles } from './feature/rename-project.ts'
import { productName, renameText } from './feature/rename-text.mjs'
import { refuseWordOfCode } from './feature/word-of-code.mjs'

const usage = 'npm run rename -- "Acme Desk", or npm run rename -- --check'
const root = process.cwd()

refuseFlagsOfNpm(['check'], usage)
const { values, positionals } = readArguments()
if (values.check) listRemains()
else await rename()

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { check: { type: 'boolean' } },
    })
  } catch {
    return fail(usage)
  }
}

async function rename(): Promise<void> {
  const [name, ...tooMany] = positionals
  if (name === undefined || tooMany.length > 0) fail(usage)
  const from = productName(brand.name)
  const to = orFail(() => productName(name))
  if (to.name === from.name) return console.log(`✓ The product is called ${to.name} already.`)
  orFail(() => refuseWordOfCode(root, to))
  refuseUncommitted(root)
  let changed: string[] = []
  await allOrNothing(root, () => {
    // From here on the clone is a project.
    leaveWorkshop(root)
    changed = renameProject(root, to)
  })
  console.log(`✓ ${from.name} is ${to.name} now, in ${changed.length} files. The icons are drawn anew.`)
  console.log(
    '  Metrics, alerts, keys in Redis and the services of deploy/ have new names: deploy them together.',
  )
}

/** Prints where the name that the starter came with is still used; exits with 1 if there is any. */
function listRemains(): void {
  const to = productName(brand.name)
  const former = productName('Plinth')
  if (to.name === former.name) fail(`The product has not been renamed: npm run rename -- "Acme Desk"`)
  const remains = textFiles(root).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        renameText(line, former, to) === line ? [] : [`${file}:${at + 1}  ${line.trim().slice(0, 120)}`],
      ),
  )
  console.log(remains.length === 0 ? `✓ Nothing is called ${former.name} any more.` : remains.join('\n'))
  process.exitCode = remains.length === 0 ? 0 : 1
}
