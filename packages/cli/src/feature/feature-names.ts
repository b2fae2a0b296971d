import { isReserved } from './kinds.ts'
import { singularOf } from './singular.ts'

/** One name in the spellings that code, paths, tables and texts use. */
type Spellings = { kebab: string; camel: string; pascal: string; snake: string; upper: string; words: string }

export type FeatureNames = { plural: Spellings; singular: Spellings }

// The name of the feature in packages/cli/src/feature/template, two words long so that its spellings differ.
const template = namesOf('paper-clips')
const spellings = ['kebab', 'camel', 'pascal', 'snake', 'upper', 'words'] as const

/** What to do about a name that is taken. */
export const ANOTHER_NAME = 'Choose another name, such as one of two words: work-items.'

/** Returns the names of a feature. Expects names that whyNoName accepts. */
export function namesOf(plural: string, singular = singularOf(plural)): FeatureNames {
  return { plural: spell(plural), singular: spell(singular) }
}

/** Returns why a feature can't have these names; undefined if it can. */
export function whyNoName(plural: string, singular = singularOf(plural)): string | undefined {
  for (const name of [plural, singular]) {
    if (!/^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/.test(name))
      return 'A name is in kebab-case: small letters, words joined by a hyphen, such as work-items.'
    if (name.length > 40) return 'A name has at most 40 letters.'
  }
  const reserved = [plural, singular].find(isReserved)
  if (reserved !== undefined) return `${reserved} is a word of the programming language. ${ANOTHER_NAME}`
  if (singular !== plural && singular.length > 1) return undefined
  return `A name is a plural, such as notes, and ${plural} looks like none. If it is one, say what one of them is called: --singular NAME`
}

/** Replaces the names in a template's text by those of a feature. */
export function renamed(text: string, names: FeatureNames): string {
  let result = text
  // The plural first, because it contains the singular.
  for (const number of ['plural', 'singular'] as const) {
    for (const spelling of spellings)
      result = result.replaceAll(template[number][spelling], names[number][spelling])
  }
  return result
}

function spell(kebab: string): Spellings {
  const parts = kebab.split('-')
  const pascal = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('')
  return {
    kebab,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    pascal,
    snake: parts.join('_'),
    upper: parts.join('_').toUpperCase(),
    words: parts.join(' '),
  }
}
