// Reads the translation keys that the source mentions, and words that are hard-coded in it.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor, type ESTree } from 'vite'
import { moduleFolders } from './core-folder.ts'
import { isTestFile } from './test-files.mjs'

type Place = { file: string; line: number }
export type KeyMention = Place & {
  /** As the source writes it. Each `*` is known only at run time: one part of the key or a piece of one. */
  key: string
  /** Names of the parameters passed with it; undefined if they can't be determined. */
  params?: ReadonlySet<string> | undefined
}
export type Literal = Place & { text: string }

/** Attributes that users see or hear, on elements and as props of the project's components. */
const SEEN_ATTRIBUTES = new Set([
  ...['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt'],
  ...['label', 'hint', 'intro', 'text', 'description', 'heading', 'pendingLabel', 'showLabel', 'hideLabel'],
])
/** Functions that show their arguments to users, with the index of the first argument shown. */
const SEEN_ARGUMENTS = new Map([
  ['showToast', 1],
  ['titled', 0],
  ['h', 2],
  ['createElement', 2],
])

/** Reads every source file under `src` except tests. `namespaces` tell keys from other text with a colon. */
export function readSources(
  root: string,
  namespaces: ReadonlySet<string>,
): { mentions: KeyMention[]; literals: Literal[] } {
  const mentions: KeyMention[] = []
  const literals: Literal[] = []
  for (const file of globSync(`${moduleFolders(root)}/**/*.{ts,tsx,js}`, { cwd: root }).toSorted()) {
    if (isTestFile(file) || /\.(gen|d)\.ts$/.test(file)) continue
    const source = readFileSync(path.join(root, file), 'utf8')
    const { program } = parseSync(file, source)
    const placeOf = ({ start }: { start: number }): Place => ({
      file,
      line: source.slice(0, start).split('\n').length,
    })
    mentions.push(...mentionsIn(program, namespaces, placeOf))
    literals.push(...literalsIn(program, namespaces, placeOf))
  }
  return { mentions, literals }
}

type PlaceOf = (node: { start: number }) => Place

function mentionsIn(
  program: ESTree.Program,
  namespaces: ReadonlySet<string>,
  placeOf: PlaceOf,
): KeyMention[] {
  const mentions: KeyMention[] = []
  // Keys passed to t(), with their parameters. A call is visited before its arguments.
  const translated = new Map<object, ReadonlySet<string> | undefined>()
  new Visitor({
    CallExpression(node) {
      if (calledName(node) !== 't') return
      const [key, params] = node.arguments
      for (const part of partsOf(key)) translated.set(part, params ? namesIn(params) : new Set())
    },
    Literal(node) {
      if (typeof node.value === 'string' && isKey(node.value, namespaces)) {
        mentions.push({ ...placeOf(node), key: node.value, params: translated.get(node) })
      }
    },
    TemplateLiteral(node) {
      const key = node.quasis.map(({ value }) => value.cooked ?? '').join('*')
      if (!isKey(key.replaceAll('*', 'x'), namespaces)) return
      // `posts:${id}` may be anything, such as the name of a counter; as an argument of t() it is a key.
      if (key.includes(':*') && !translated.has(node)) return
      mentions.push({ ...placeOf(node), key })
    },
  }).visit(program)
  return mentions
}

function literalsIn(program: ESTree.Program, namespaces: ReadonlySet<string>, placeOf: PlaceOf): Literal[] {
  const literals: Literal[] = []
  const seen = (node: ESTree.Node | null | undefined) => {
    for (const part of partsOf(node)) {
      const text = wordsOf(part)
      if (/\p{L}/u.test(text) && !isKey(text, namespaces)) literals.push({ ...placeOf(part), text })
    }
  }
  const seenChildren = ({ children }: ESTree.JSXElement | ESTree.JSXFragment) => {
    for (const child of children) seen(child.type === 'JSXExpressionContainer' ? child.expression : child)
  }
  new Visitor({
    JSXElement: seenChildren,
    JSXFragment: seenChildren,
    JSXAttribute({ name, value }) {
      if (name.type !== 'JSXIdentifier' || !SEEN_ATTRIBUTES.has(name.name)) return
      seen(value?.type === 'JSXExpressionContainer' ? value.expression : value)
    },
    CallExpression(node) {
      const from = SEEN_ARGUMENTS.get(calledName(node))
      if (from !== undefined) node.arguments.slice(from).forEach(seen)
    },
  }).visit(program)
  return literals
}

/** Whether a text has the form of a key in one of the namespaces. */
function isKey(text: string, namespaces: ReadonlySet<string>): boolean {
  const namespace = /^([a-z][a-z0-9-]*):\w[\w.]*$/.exec(text)?.[1]
  return namespace !== undefined && namespaces.has(namespace)
}

/** `t` for `t(...)` and for `i18n.t(...)`. */
function calledName({ callee }: ESTree.CallExpression): string {
  if (callee.type === 'Identifier') return callee.name
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
    ? callee.property.name
    : ''
}

/** Returns the parts of an expression that can end up in its value, such as both sides of a conditional. */
function partsOf(node: ESTree.Node | null | undefined): ESTree.Node[] {
  if (!node) return []
  switch (node.type) {
    case 'ConditionalExpression':
      return [...partsOf(node.consequent), ...partsOf(node.alternate)]
    case 'LogicalExpression':
    case 'BinaryExpression':
      return [...partsOf(node.left), ...partsOf(node.right)]
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return partsOf(node.expression)
    default:
      return [node]
  }
}

function wordsOf(node: ESTree.Node): string {
  if (node.type === 'JSXText') return node.value.replaceAll(/&\w+;/g, ' ').replaceAll(/\s+/g, ' ').trim()
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : ''
  return node.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.cooked ?? '').join('{}') : ''
}

/** Returns the property names of an object literal; undefined if not all can be determined. */
function namesIn(node: ESTree.Node): ReadonlySet<string> | undefined {
  if (node.type !== 'ObjectExpression') return undefined
  const names = new Set<string>()
  for (const property of node.properties) {
    if (property.type !== 'Property' || property.computed || property.key.type !== 'Identifier')
      return undefined
    names.add(property.key.name)
  }
  return names
}
