// npm run rename:field NAME FROM TO: renames a field of a feature that npm run new:feature wrote, in every
// place where it wrote it. The migration renames its column, which keeps what is in it. Where you changed the
// same lines, git's markers stand in the file.
import { changeFields } from './feature/change-fields.ts'
import { fail, helpIfAsked } from './feature/edit-project.ts'
import { readFields } from './feature/kinds.ts'

const usage = `npm run rename:field -- invoices total amount`

const words = process.argv.slice(2)
helpIfAsked(words, usage)
const [name, from, to, ...tooMany] = words
if (name === undefined || from === undefined || to === undefined || tooMany.length > 0) fail(usage)
const isSameField = (field: { name: string; column: string }) =>
  [field.name, field.column].includes(from.replaceAll('-', '_'))
await changeFields(process.cwd(), name, {
  isRename: true,
  fields({ fields: before, of }) {
    const fields = readFields(before, of)
    const at = fields.findIndex(isSameField)
    if (at < 0)
      throw new Error(`${name} has no field ${from}. It has ${fields.map((field) => field.name).join(', ')}.`)
    return before.map((given, index) => (index === at ? given.replace(/^[^:]+/, to) : given))
  },
})
