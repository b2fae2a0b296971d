// npm run remove:field NAME FIELD...: removes fields from a feature that npm run new:feature wrote, from
// every place where it wrote them. The migration drops their columns with what is in them. All of it, or
// nothing.
import { changeFields } from './feature/change-fields.ts'
import { fail, helpIfAsked } from './feature/edit-project.ts'
import { readFields } from './feature/kinds.ts'

const usage = `npm run remove:field -- invoices note`

const words = process.argv.slice(2)
helpIfAsked(words, usage)
const [name, ...removed] = words
if (name === undefined || removed.length === 0) fail(usage)
await changeFields(process.cwd(), name, {
  fields({ fields: before, of }) {
    const fields = readFields(before, of)
    const wanted = removed.map((word) => {
      const at = fields.findIndex(({ name: known, column }) =>
        [known, column].includes(word.replaceAll('-', '_')),
      )
      if (at === 0) throw new Error(`${word} is the title, which each of them needs.`)
      if (at > 0) return at
      throw new Error(`${name} has no field ${word}. It has ${fields.map((field) => field.name).join(', ')}.`)
    })
    return before.filter((_, at) => !wanted.includes(at))
  },
})
