// npm run new:page about --public: writes a page, which is a route and its component, and its title into the
// English texts. All of it, or nothing. Tests find it by its route.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import {
  allOrNothing,
  editFiles,
  fail,
  formatFiles,
  generateRouteTree,
  helpIfAsked,
  refuseUncommitted,
} from './feature/edit-project.ts'
import { layouts, pageFiles, readPage, TEXTS, withTitle } from './feature/generated-page.ts'

const usage = `npm run new:page about --public          at /about, for everybody
npm run new:page -- about --public --layout bare
  what is around it: ${layouts.join(', ')}; site unless given
npm run new:page reports                 at /dashboard/reports, for signed-in users`
const root = process.cwd()
helpIfAsked(process.argv.slice(2), usage)
const page = readArguments()
const files = pageFiles(page)
const there = [...files.keys()].find((file) => existsSync(path.join(root, file)))
if (there !== undefined) fail(`${there} is there already.`)
refuseUncommitted(root)
await allOrNothing(
  root,
  () => {
    for (const [file, text] of files) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
      writeFileSync(path.join(root, file), text)
    }
    const edited = editFiles(root, [{ file: TEXTS, edit: (text) => withTitle(text, page) }])
    formatFiles(root, [...files.keys(), ...edited])
  },
  () => generateRouteTree(root),
)
console.log(`
✓ ${page.address}: ${[...files.keys()].join(' and ')}, and its title in ${TEXTS}.

  npm run dev      shows it
  Who may open it is \`access\` in its route; nothing links to it yet.
`)

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { public: { type: 'boolean' }, layout: { type: 'string' } },
    })
    const [name, ...tooMany] = positionals
    if (name === undefined || tooMany.length > 0) return fail(usage)
    return readPage(name, {
      // Without `--` before them, npm takes flags for itself.
      isPublic: values.public === true || process.env.npm_config_public === 'true',
      layout: values.layout ?? process.env.npm_config_layout,
    })
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}
