// npm run add:field NAME FIELD...: adds fields to a feature that npm run new:feature wrote, in every place
// where it would have written them, with the migration. Where you changed the same
// lines, git's markers stand in the file.
import { changeFields } from './feature/change-fields.ts'
import { fail, helpIfAsked } from './feature/edit-project.ts'
import { kinds, readFields } from './feature/kinds.ts'
import { checkReferences } from './feature/references.ts'

const usage = `npm run add:field -- invoices 'note:text?' 'paid:date?'
  A field is NAME:KIND, with ? if it may be empty. Kinds: ${Object.keys(kinds).join(', ')}
  customer:ref(customers) refers to a row of that feature, owner:user to a member of the workspace`

const words = process.argv.slice(2)
helpIfAsked(words, usage)
const [name, ...added] = words
if (name === undefined || added.length === 0) fail(usage)
await changeFields(process.cwd(), name, {
  fields({ fields: before, of }) {
    const fields = [...before, ...added]
    checkReferences(readFields(fields, of), name)
    return fields
  },
})
