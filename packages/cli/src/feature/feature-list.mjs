// Plain JavaScript, as leave-packages.mjs. What there is to choose from, before anything is installed and
// when a project adds a feature later.
import { readFileSync } from 'node:fs'
import path from 'node:path'

export const FEATURE_LIST = '.plinth/features.json'

export const readFeatureList = (root) => JSON.parse(readFileSync(path.join(root, FEATURE_LIST), 'utf8'))

/** Throws an Error that names what there is, if one of the names is not in the list. */
export function namesAmong(list, names) {
  const unknown = names.find((name) => !list.some((one) => one.name === name))
  if (unknown !== undefined)
    throw new Error(`There is no feature ${unknown}. There are: ${list.map(({ name }) => name).join(', ')}.`)
}

/** A line for each, below its group. */
export const described = (features) =>
  features
    .flatMap(({ name, group, about, needs = [] }, at) => [
      ...(features[at - 1]?.group === group ? [] : [group]),
      `  ${name.padEnd(17)} ${about}${needs.length > 0 ? ` Needs ${needs.join(', ')}.` : ''}`.trimEnd(),
    ])
    .join('\n')

/** These features and all that they need, in the list's order. */
export function withNeeded(list, names) {
  const all = new Set(names)
  // Goes on with what is added meanwhile.
  for (const name of all)
    for (const needed of list.find((one) => one.name === name)?.needs ?? []) all.add(needed)
  return list.flatMap(({ name }) => (all.has(name) ? [name] : []))
}

/**
 * The features that a project starts with: those by default, all, or only those that always come; with and
 * without these. What is asked for brings what it needs, what is left out takes along what needs it. Throws
 * an Error that says what does not fit.
 */
export function chooseFeatures(list, { all = false, minimal = false, with: more = [], without = [] }) {
  namesAmong(list, [...more, ...without])
  if (all && minimal) throw new Error('--all and --minimal: choose one.')
  const always = list.find(({ name, comes }) => comes === 'always' && without.includes(name))
  if (always) throw new Error(`${always.name} can't be left out.`)
  const needed = withNeeded(list, more)
  for (const name of needed.filter((one) => without.includes(one)))
    throw new Error(
      more.includes(name)
        ? `${name} is in --with and in --without.`
        : `${more.find((one) => withNeeded(list, [one]).includes(name))} needs ${name}, which --without leaves out.`,
    )
  const starts = list.filter(({ comes }) => comes === 'always' || all || (!minimal && comes === 'by default'))
  const chosen = [...starts.map(({ name }) => name), ...needed]
  return list.flatMap(({ name }) =>
    chosen.includes(name) && !withNeeded(list, [name]).some((one) => without.includes(one)) ? [name] : [],
  )
}
