import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const textOf = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .join('\n')

/** `type A as B` is `A`. */
const nameOf = (name: string) => name.trim().replace(/^type | as .*$/g, '')

test('the product uses everything that core exports', () => {
  const code = textOf('{src,packages/cli/src/feature}/**/*.{ts,tsx,template}')
  const used = new Set(
    [...code.matchAll(/\{([^}]*)\}\s+from '@plinth\/core\/([^']+)'/g)].flatMap(([, names = '', entry]) =>
      names.split(',').map((name) => `${entry}: ${nameOf(name)}`),
    ),
  )
  const exported = [
    ...textOf('packages/core/EXPORTS.md').matchAll(/^## @plinth\/core\/(\S+)\n\n.+\n\n(.+)$/gm),
  ].flatMap(([, entry = '', names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => `${entry}: ${name}`),
  )
  // Of kinds of fields.
  const generated = textOf('packages/cli/src/feature/*.ts')
  const isGenerated = (one: string) => new RegExp(`\\b${one.replace(/.+ /, '')}\\b`).test(generated)
  // In features that were generated before decision 066.
  const isInOlderOnes = /: (Attachment|Reference|Referred|exportOwnContent|keyset|lastChangeOf)$/
  // Mail to customers, which the starter has none of.
  const isForProducts = /^mail\/server: (MailAttachment|mailOutside)$/
  // Whole modules: product code adds to their types.
  const isOfWholeModule = /^(feature|texts|auth\/server|app): /
  const isKnown = (one: string) =>
    used.has(one) ||
    [isOfWholeModule, isForProducts, isInOlderOnes].some((known) => known.test(one)) ||
    isGenerated(one)
  expect(exported.filter((one) => !isKnown(one))).toEqual([])
})
