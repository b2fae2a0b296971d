import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { avatarHue, initialsOf } from '#/components/avatar-hue.ts'
import { contrast, readOklch } from './support/colour.ts'
import { projectRoot, sourceFiles } from './support/project-copy.ts'

const css = readFileSync(path.join(projectRoot, 'src/styles/app.css'), 'utf8')
const read = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8')

/** The tokens of one block of the style sheet, each resolved to a colour where it is one. */
function tokensOf(...selectors: string[]): (name: string) => ReturnType<typeof readOklch> {
  const values = new Map<string, string>()
  for (const selector of selectors) {
    const block = css.slice(css.indexOf(`\n${selector} {`)).split('\n}')[0] ?? ''
    for (const [, name = '', value = ''] of block.matchAll(/--([\w-]+): ([^;]+);/g)) values.set(name, value)
  }
  const resolve = (value: string): string =>
    value.replaceAll(/var\(--([\w-]+)\)/g, (_, name: string) => resolve(values.get(name) ?? ''))
  return (name) => readOklch(resolve(`var(--${name})`))
}

const surfaces = ['background', 'card', 'popover', 'muted', 'accent']
const text = {
  foreground: [...surfaces, 'brand-muted'],
  'muted-foreground': [...surfaces, 'sidebar'],
  'sidebar-foreground': ['sidebar', 'sidebar-accent'],
  link: [...surfaces, 'brand-muted'],
  'primary-foreground': ['primary'],
  'secondary-foreground': ['secondary'],
  'accent-foreground': ['accent'],
  'destructive-foreground': ['destructive'],
  'destructive-text': ['destructive-muted', 'background', 'card'],
  'success-text': ['success-muted', 'background', 'card', 'popover'],
  'warning-text': ['warning-muted', 'background', 'card', 'popover'],
  'info-text': ['info-muted', 'background', 'card', 'popover'],
}
const shapes = {
  input: ['background', 'card'],
  ring: ['background', 'card', 'popover', 'muted', 'sidebar'],
  brand: ['background', 'card'],
}
const pairs = (list: Record<string, string[]>) =>
  Object.entries(list).flatMap(([front, behind]) => behind.map((ground) => [front, ground] as const))

describe.each([
  ['light', [':root']],
  ['dark', [':root', '.dark']],
])('in the %s theme', (_, selectors) => {
  const colour = tokensOf(...selectors)

  test.each(pairs(text))('%s can be read on %s: 4.5 to 1', (front, ground) => {
    expect(contrast(colour(front), colour(ground))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(pairs(shapes))('%s can be seen on %s: 3 to 1', (front, ground) => {
    expect(contrast(colour(front), colour(ground))).toBeGreaterThanOrEqual(3)
  })
})

describe('an avatar', () => {
  test.each([
    ['light', [':root']],
    ['dark', [':root', '.dark']],
  ])('has initials that can be read at every hue it may take, in the %s theme', (_, selectors) => {
    const hues = new Set(Array.from({ length: 2_000 }, (__, index) => avatarHue(`user-${index}`)))
    expect(hues.size).toBe(24)
    const value = (name: string) => {
      const blocks = selectors.map((selector) => css.slice(css.indexOf(`\n${selector} {`)).split('\n}')[0])
      return blocks.map((block) => new RegExp(`--${name}: ([^;]+);`).exec(block ?? '')?.[1]).findLast(Boolean)
    }
    for (const hue of hues) {
      const [back, front] = [
        `oklch(${value('avatar-light')} 0.045 ${hue})`,
        `oklch(${value('avatar-dark')} 0.09 ${hue})`,
      ]
      expect(contrast(readOklch(back), readOklch(front)), back).toBeGreaterThanOrEqual(4.5)
    }
  })

  test('keeps its hue for one id and takes its letters from the first and the last word', () => {
    expect(avatarHue('abc')).toBe(avatarHue('abc'))
    expect(['Ines Müller-García', '  ada  ', 'José  María de Álvaro', '李 小龍', ''].map(initialsOf)).toEqual(
      ['IM', 'A', 'JÁ', '李小', ''],
    )
  })
})

describe('one place', () => {
  const shown = sourceFiles('src/**/*.{ts,tsx,css,json}').filter(
    (file) => !/\.test\.|routeTree\.gen/.test(file),
  )

  test('holds the product’s name: no page, text, mail, command or test writes it out', () => {
    const anywhere = sourceFiles(
      '{src,packages,tests,e2e,scripts,bench}/**/*.{ts,tsx,mjs,css,json,html,template}',
    )
    const named = anywhere.filter(
      (file) => !['src/lib/brand.ts', 'tests/design.test.ts'].includes(file) && /\bPlinth\b/.test(read(file)),
    )
    expect(named).toEqual([])
  })

  test('holds every colour: no component brings its own', () => {
    // Mail clients and home screens know no custom properties; a provider's mark has its owner's colours.
    const excused = new Set([
      'src/styles/app.css',
      'src/core/email/layout.ts',
      'src/app/server/plain-error-page.server.ts',
      'src/app/server/site-files.server.ts',
      'src/features/sign-in/ui/provider-mark.tsx',
    ])
    const coloured = shown.filter(
      (file) => !excused.has(file) && /#[0-9a-f]{6}\b|(oklch|rgba?|hsla?)\(/i.test(read(file)),
    )
    expect(coloured).toEqual([])
  })

  test('holds the radius: corners come from the tokens', () => {
    const loose = shown.filter(
      (file) => file.endsWith('.tsx') && /rounded-((t|b|l|r|tl|tr|bl|br)-)?(3xl|4xl|\[)/.test(read(file)),
    )
    expect(loose).toEqual([])
  })
})
