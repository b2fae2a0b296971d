import { readFileSync } from 'node:fs'
import path from 'node:path'
import { __unstable__loadDesignSystem as loadDesignSystem } from '@tailwindcss/node'
import { expect, test } from 'vitest'
import { projectRoot, sourceFiles } from '../../tests/support/project-copy.ts'
import { cn } from './cn.ts'

test.each([
  ['h-9 px-4', 'h-7', 'px-4 h-7'],
  ['size-9', 'h-7', 'size-9 h-7'],
  ['h-9 w-4', 'size-7', 'size-7'],
  ['p-4', 'px-2', 'p-4 px-2'],
  ['px-2 pt-1', 'p-4', 'p-4'],
  ['-mt-1', 'mt-2', 'mt-2'],
  ['text-sm text-link', 'text-foreground', 'text-sm text-foreground'],
  ['text-sm text-link', 'text-base', 'text-link text-base'],
  ['border border-input', 'border-transparent', 'border border-transparent'],
  ['rounded-xl border-t', 'rounded-none border-t-0', 'rounded-none border-t-0'],
  ['flex', 'hidden', 'hidden'],
  ['flex', 'md:hidden', 'flex md:hidden'],
  ['hover:bg-accent', 'bg-card', 'hover:bg-accent bg-card'],
  ['hover:bg-accent', 'hover:bg-muted', 'hover:bg-muted'],
  ['sm:w-[min(30rem,calc(100vw-2rem))]', 'sm:w-[46rem]', 'sm:w-[46rem]'],
  ['[&_svg:not([class])]:size-4', '[&_svg:not([class])]:size-3', '[&_svg:not([class])]:size-3'],
  [
    '**:[[data-x]]:px-3 **:[[data-x]]:text-xs',
    '**:[[data-x]]:px-2',
    '**:[[data-x]]:text-xs **:[[data-x]]:px-2',
  ],
  ['md:hover:p-4', 'md:hover:p-2', 'md:hover:p-2'],
  ['bg-primary/80', 'bg-muted', 'bg-muted'],
  ['shadow-xs', 'shadow-none', 'shadow-none'],
  ['w-(--anchor-width)', 'w-auto', 'w-auto'],
  ['col-1!', 'col-2', 'col-1! col-2'],
  ['group/card own', 'own other', 'group/card own own other'],
])('%s with %s becomes %s', (own, given, merged) => {
  expect(cn(own, given)).toBe(merged)
})

test('a class is dropped exactly when a later one sets everything it sets in the style sheet', async () => {
  const css = readFileSync(path.join(projectRoot, 'src/styles/app.css'), 'utf8')
  const system = await loadDesignSystem(css, { base: path.join(projectRoot, 'src/styles') })
  const written = sourceFiles('{src,tests}/**/*.tsx').flatMap((file) =>
    readFileSync(path.join(projectRoot, file), 'utf8').split(/[\s'"`]+/),
  )
  const names = [...new Set(written)].filter((name) => !/[:!]/.test(name.replaceAll(/\[[^\]]*\]/g, '')))
  const rules = system.candidatesToCss(names)
  const utilities = names.flatMap((name, index) => {
    const rule = rules[index] ?? ''
    const set = setBy(rule)
    return set.size > 0 && !isPattern.test(name) && !rule.includes('>') ? [{ name, set }] : []
  })
  expect(utilities.length).toBeGreaterThan(300)
  const wrong = utilities.flatMap((earlier) =>
    utilities
      .filter(({ name, set }) => {
        if (name === earlier.name) return false
        const isReplaced = [...earlier.set].every((each) => set.has(each))
        return (cn(earlier.name, name) === name) !== isReplaced
      })
      .map(({ name }) => `${earlier.name} ${name}`),
  )
  expect(wrong, 'utilities that the table in cn.ts lacks').toEqual([])
})

/** Classes that are whole patterns: no other class overrides them, and they override none. */
const isPattern =
  /^(sr-only|avatar|code-cells|stage|modal-backdrop|checkbox|switch|shown-late|truncate|line-clamp-.*)$/

const sides = ['top', 'right', 'bottom', 'left']
const longhands: Record<string, string[]> = {
  'padding-inline': ['padding-left', 'padding-right'],
  'padding-block': ['padding-top', 'padding-bottom'],
  'margin-inline': ['margin-left', 'margin-right'],
  'margin-block': ['margin-top', 'margin-bottom'],
  'inset-inline': ['left', 'right'],
  'inset-block': ['top', 'bottom'],
  padding: sides.map((side) => `padding-${side}`),
  margin: sides.map((side) => `margin-${side}`),
  inset: sides,
  gap: ['column-gap', 'row-gap'],
  overflow: ['overflow-x', 'overflow-y'],
  flex: ['flex-grow', 'flex-shrink', 'flex-basis'],
  'border-radius': ['top-left', 'top-right', 'bottom-left', 'bottom-right'].map(
    (at) => `border-${at}-radius`,
  ),
  ...Object.fromEntries(
    ['width', 'color'].flatMap((what) => [
      [`border-${what}`, sides.map((side) => `border-${side}-${what}`)],
      [`border-inline-${what}`, ['left', 'right'].map((side) => `border-${side}-${what}`)],
      [`border-block-${what}`, ['top', 'bottom'].map((side) => `border-${side}-${what}`)],
    ]),
  ),
}

/**
 * The longhands that a utility's rule sets. Ignores declarations that only combine Tailwind's own variables,
 * such as a `box-shadow` of shadow and ring.
 */
function setBy(rule: string): Set<string> {
  const own = rule.split('@property')[0] ?? ''
  const declared = [...own.matchAll(/^ {2}([a-z-]+): (.*);$/gm)].filter(
    ([, , value = '']) => !value.startsWith('var(--tw-'),
  )
  const set = new Set(declared.flatMap(([, name = '']) => longhands[name] ?? [name]))
  // A text size comes with its own line height.
  if (set.has('font-size')) set.delete('line-height')
  return set
}
