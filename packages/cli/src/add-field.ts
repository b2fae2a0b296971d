// npm run add:field NAME FIELD...: adds fields to a feature that npm run new:feature wrote, in every place
// where it would have written them, with the migration. All of it, or nothing.
import { changeFields } from './feature/change-fields.ts'
import { fail, helpIfAsked, refuseFlagsOfNpm } from './feature/edit-project.ts'
import { kinds, readFields } from './feature/kinds.ts'
import { checkReferences } from './feature/references.ts'

const usage = `npm run add:field -- invoices 'note:text?' 'paid:date?'
  A field is NAME:KIND, with ? if it may be empty. Kinds: ${Object.keys(kinds).join(', ')}
  customer:ref(customers) refers to a row of that feature, owner:user to a member of the workspace
  --conflicts   writes also the files in which you have changed the same lines, with git's markers`

refuseFlagsOfNpm(['conflicts'], usage)
const words = process.argv.slice(2)
helpIfAsked(words, usage)
const [name, ...added] = words.filter((word) => word !== '--conflicts')
if (name === undefined || added.length === 0) fail(usage)
await changeFields(process.cwd(), name, {
  fields(before) {
    const fields = [...before, ...added]
    checkReferences(readFields(fields), name)
    return fields
  },
  keepsConflicts: words.includes('--conflicts'),
})
