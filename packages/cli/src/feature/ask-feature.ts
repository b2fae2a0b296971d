import * as ask from '@clack/prompts'
import { languageNames, languages } from '../project.ts'
import { whyNoName } from './feature-names.ts'
import { kinds, readFields } from './kinds.ts'
import { readParent } from './parent.ts'
import { checkReferences } from './references.ts'
import { featureNames } from './rooms.ts'
import { singularOf } from './singular.ts'

/** Asks for what `npm run new:feature` needs, and returns it as its arguments. Ctrl-C ends the process. */
export async function askFeature(): Promise<string[]> {
  const name = await answer(
    ask.text({
      message: 'What is it called, in the plural?',
      placeholder: 'invoices',
      // One whose singular can't be guessed is asked for it next.
      validate: (value = '') => (value === '' ? 'A feature has a name.' : whyNoName(value, `one-${value}`)),
    }),
  )
  const singular = await answer(
    ask.text({
      message: 'And one of them?',
      initialValue: singularOf(name),
      validate: (value = '') => whyNoName(name, value),
    }),
  )
  const of = await askParent()
  console.log(`Kinds of fields: ${Object.keys(kinds).join(', ')}. A question mark makes one optional.`)
  const fields = await answer(
    ask.text({
      message: 'Its fields',
      initialValue: of === undefined ? 'title:text' : 'body:longtext',
      placeholder: 'number:text customer:ref(customers) total:money(EUR) status:enum(draft,sent,paid)',
      validate: (value = '') => whyNoFields(name, wordsOf(value), of),
    }),
  )
  const who = await answer(
    ask.select({
      message: 'Who may edit and delete one?',
      options: [
        { value: 'creator', label: 'who created it, and admins of the workspace' },
        { value: 'member', label: 'every member of the workspace' },
        { value: 'admin', label: 'admins of the workspace' },
      ],
    }),
  )
  const may = who === 'creator' ? [] : ['--may', `update=${who},delete=${who}`]
  const belonging = of === undefined ? [] : ['--of', of]
  const nouns: string[] = []
  for (const language of languages.slice(1)) {
    const noun = await answer(
      ask.text({
        message: `In ${languageNames[language].english}: singular/plural/gender`,
        placeholder: 'leave it empty to translate later',
      }),
    )
    if (noun) nouns.push(`--${language}`, noun)
  }
  return [name, ...wordsOf(fields), '--singular', singular, ...belonging, ...may, ...nouns]
}

/** The feature whose rows these belong to; undefined for rows of their own. */
async function askParent(): Promise<string | undefined> {
  const parents = featureNames(process.cwd()).filter((name) => {
    try {
      return readParent(process.cwd(), name)
    } catch {
      return false
    }
  })
  if (parents.length === 0) return undefined
  const none = { value: '', label: 'none: they have a list and pages of their own' }
  const options = [none, ...parents.map((value) => ({ value, label: value }))]
  const of = await answer(
    ask.select({ message: 'Do they belong to rows of another feature, on whose page they are?', options }),
  )
  return of === '' ? undefined : of
}

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '')

function whyNoFields(name: string, fields: readonly string[], of: string | undefined): string | undefined {
  try {
    checkReferences(readFields(fields, of), name)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function answer(question: Promise<string | symbol>): Promise<string> {
  const given = await question
  if (typeof given === 'symbol') process.exit(130)
  return given
}
