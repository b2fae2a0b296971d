// npm run rename -- "Acme Desk" [--pitch none]: renames the product everywhere: texts, emails, manifest,
// package, metrics, the keys in Redis, documents. `--pitch none` removes the home page's pitch, so that /
// leads to the sign-in page. `--check` lists what still has the former name.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { commandFile } from './commands.mjs'
import { brand } from './project.ts'
import {
  allOrNothing,
  fail,
  isTracked,
  orFail,
  refuseFlagsOfNpm,
  refuseUncommitted,
} from './feature/edit-project.ts'
import { leaveWorkshop } from './feature/leave-workshop.ts'
import { refuseWordOfCode, renameProject, textFiles } from './feature/rename-project.ts'
import { productName, renameText } from './feature/rename-text.ts'
import { runNode } from './run-node.ts'

const usage = 'npm run rename -- "Acme Desk" [--pitch none], or npm run rename -- --check'
const root = process.cwd()

refuseFlagsOfNpm(['pitch', 'check'], usage)
const { values, positionals } = readArguments()
if (values.check) listRemains()
else await rename()

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { check: { type: 'boolean' }, pitch: { type: 'string' } },
    })
  } catch {
    return fail(usage)
  }
}

async function rename(): Promise<void> {
  const [name, ...tooMany] = positionals
  if (name === undefined || tooMany.length > 0 || (values.pitch !== undefined && values.pitch !== 'none'))
    fail(usage)
  const from = productName(brand.name)
  const to = orFail(() => productName(name))
  if (to.name === from.name) fail(`The product is called ${to.name} already.`)
  orFail(() => refuseWordOfCode(root, to))
  refuseUncommitted(root)
  let changed: string[] = []
  await allOrNothing(root, () => {
    // From here on the clone is a project.
    leaveWorkshop(root)
    changed = renameProject(root, to)
  })
  console.log(`✓ ${from.name} is ${to.name} now, in ${changed.length} files.`)
  const pitch = featureOfHomePage()
  if (values.pitch === 'none' && pitch !== undefined) {
    commit(to.name)
    process.exitCode = await runNode([commandFile('remove:feature'), pitch])
  }
}

/** The feature that brings the page at /, if one does. */
function featureOfHomePage(): string | undefined {
  const page = 'src/routes/_public/index.tsx'
  return existsSync(page) ? /'#\/features\/([\w-]+)\//.exec(readFileSync(page, 'utf8'))?.[1] : undefined
}

/** Removing a feature needs a clean tree, so that it can be undone. */
function commit(name: string): void {
  if (!isTracked(root)) return
  const message = `The product is called ${name}`
  spawnSync('git', ['commit', '--quiet', '--message', message, '--', '.'], { stdio: 'inherit' })
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
