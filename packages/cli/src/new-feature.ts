// npm run new:feature NAME FIELD...: writes a feature from the templates in feature/template: table,
// migration, verbs, pages, texts, demo, tests and registration. All of it, or nothing. Asks for them if it is
// given nothing, in a terminal.
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { languages } from './project.ts'
import { coreFolder, tableFiles } from './core-folder.ts'
import { askFeature } from './feature/ask-feature.ts'
import {
  fail,
  helpIfAsked,
  orFail,
  plannedEdits,
  refuseFlagsOfNpm,
  refuseUncommitted,
} from './feature/edit-project.ts'
import { ANOTHER_NAME, renamed, type FeatureNames } from './feature/feature-names.ts'
import { filesOf, parseArguments, readFeature, templateFiles } from './feature/generated-feature.ts'
import { kinds } from './feature/kinds.ts'
import { inPageOf, readParent, type Parent } from './feature/parent.ts'
import { checkReferences } from './feature/references.ts'
import { placesOf } from './feature/registration.ts'
import { writeWithMigration } from './feature/write-with-migration.ts'

const usage = `npm run new:feature -- invoices number:text 'customer:ref(customers)' 'total:money(EUR)' 'due:date?' 'status:enum(draft,sent,paid)'
  NAME is a plural in kebab-case; --singular invoice, if it is not what you expect
  A field is NAME:KIND, with ? if it may be empty. Kinds: ${Object.keys(kinds).join(', ')}
  customer:ref(customers) refers to a row of that feature, owner:user to a member of the workspace
  --de Rechnung/Rechnungen/f --es factura/facturas/f --pt fatura/faturas/f: what it is called; English until given
  --only list,create: fewer verbs than list, create, get, update, delete
  --of posts: they belong to rows of that feature, on whose page they are; who may read one may read them
  --may update=member,delete=admin: who may create, update and delete; creators and admins, but any member creates`
const root = process.cwd()

refuseFlagsOfNpm(['singular', 'only', 'may', 'of', ...languages], usage)
const isAsking = process.argv.length === 2 && process.stdin.isTTY && process.stdout.isTTY
const words = isAsking ? await askFeature() : process.argv.slice(2)
if (words.length === 0) fail(usage)
helpIfAsked(words, usage)
const args = orFail(() => parseArguments(words), `\n\n  ${usage}`)
const feature = orFail(() => readFeature(args))
orFail(() => checkReferences(feature.fields, args.name))
const { names } = feature
const parent = args.of === undefined ? undefined : orFail(() => readParent(root, args.of ?? ''))
const refusal = whyTaken(names)
if (refusal !== undefined) fail(`${refusal} ${ANOTHER_NAME}`)
refuseUncommitted(root)

const files = orFail(() => filesOf(root, feature))
const edits = orFail(() =>
  plannedEdits(
    root,
    placesOf(names).map(({ file, add }) => ({ file, edit: add })),
  ),
)
const shown = parent && shownIn(parent)
await writeWithMigration(root, new Map([...files, ...edits, ...(shown ?? [])]), {
  name: `create_${names.singular.snake}`,
})
const gaps = languages.filter((language) => !feature.nouns.has(language))
console.log(`
✓ src/features/${args.name}, ${parent ? `on the page of each ${parent.noun}` : `with its pages at /dashboard/${args.name}`}. One of them is ${names.singular.words}.${
  parent && !shown
    ? `\n  ${parent.page} has another shape than expected. Show them there: <${names.plural.pascal} ${parent.id}={...} />,
  and load ...${names.plural.camel}Texts with its texts, both of '#/features/${args.name}/index.ts'.`
    : ''
}

  npm run dev      shows it; the migration applies by itself
  npm run check${
    languages.length > 1
      ? '\n  Its fields are English in the other languages until you translate the null in its locales.'
      : ''
  }${
    gaps.length > 0
      ? `\n  So are all texts that name it in ${gaps.join(', ')}. Next time: --${gaps[0]} ONE/MANY/GENDER.`
      : ''
  }
`)

/** The page of what they belong to with them; undefined if it has another shape than expected. */
function shownIn(of: Parent): Map<string, string> | undefined {
  try {
    return plannedEdits(root, [{ file: of.page, edit: inPageOf(of, names.plural).add }])
  } catch {
    return undefined
  }
}

/** Returns why these names are taken; undefined if they are free. */
function whyTaken({ plural, singular }: FeatureNames): string | undefined {
  const core = coreFolder(root)
  const isFolder =
    globSync(`{src/features,${core},${core}/*}/${plural.kebab}`, { cwd: root }).length > 0 ||
    plural.kebab === 'app'
  if (isFolder) return `There is a ${plural.kebab} already, and its texts would share one namespace.`
  if (existsSync(path.join(root, `src/routes/dashboard/${plural.kebab}`)))
    return `src/routes/dashboard/${plural.kebab} exists already.`
  // Removing the feature would remove it.
  if (existsSync(path.join(root, `docs/${plural.kebab}.md`)))
    return `docs/${plural.kebab}.md is there already, and would be the guide of ${plural.kebab}.`
  const router = new RegExp(`\\b${plural.camel}: .*Router\\b`)
  const brings = globSync(`{src/features/*/feature,${core}/app/registry/router}.server.{ts,js}`, {
    cwd: root,
  }).find((file) => router.test(readFileSync(path.join(root, file), 'utf8').replaceAll(/:\s+/g, ': ')))
  if (brings !== undefined) return `${brings} has the router ${plural.camel} already.`
  const table = new RegExp(`pgTable\\(\\s*'${singular.snake}'`)
  const holder = globSync(tableFiles(root), { cwd: root }).find((file) =>
    table.test(readFileSync(path.join(root, file), 'utf8')),
  )
  if (holder !== undefined) return `${holder} has the table ${singular.snake} already.`
  // What the templates import and declare.
  const declared = templateFiles().flatMap(({ text }) =>
    [
      ...text.matchAll(
        /(?:import|const|let|function \w+\(|=> \(|\(\() ?(?:type )?[{[]([^}\]]*)[}\]]|const (\w+)|function (\w+)/g,
      ),
    ].flatMap(([, list = '', ...single]) =>
      [...list.matchAll(/\w+/g)].map(([word]) => word).concat(...single),
    ),
  )
  const isOwn = (word: string) => /paperClip/i.test(word)
  const others = declared.filter((word) => !isOwn(word))
  const own = declared.filter(isOwn).map((word) => renamed(word, names))
  const used = [plural.camel, singular.camel, ...own].find((one) => others.includes(one))
  return used === undefined ? undefined : `The code of every feature uses the name ${used} itself.`
}
