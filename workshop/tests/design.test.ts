import { isTestFile } from '@plinth/cli/test-files.mjs'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { avatarHue, initialsOf } from '@plinth/core/format'
import { accentOf } from '@plinth/core/internal/lib/oklch.ts'
import { faviconOf } from '@plinth/cli/feature/draw-icons.ts'
import { brand } from '#/brand.ts'
import { readBase } from '@plinth/cli/feature/starter-base.ts'
import { blend, contrast, decode, readOklch } from '@plinth/testing/color.ts'
import { projectRoot, sourceFiles } from '@plinth/testing/programs/project-copy.ts'

const css = readFileSync(path.join(projectRoot, 'src/styles/app.css'), 'utf8')
const read = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8')

type Tokens = ReadonlyMap<string, string>

/** The tokens of all top-level rules of a selector: the theme's own, or those under `more-contrast`. */
function tokensOf(selector: string, isMoreContrast = false): [string, string][] {
  return css
    .split(`\n${selector} {`)
    .slice(1)
    .map((rest) => rest.split('\n}')[0] ?? '')
    .filter((block) => block.includes('@variant more-contrast') === isMoreContrast)
    .flatMap((block) => [...block.matchAll(/--([\w-]+): ([^;]+);/g)])
    .map(([, name = '', value = '']) => [name, value])
}

// The document sets it.
const light: [string, string][] = [['brand-hue', String(brand.hue)], ...tokensOf(':root')]
const dark = [...light, ...tokensOf('.dark')]
// In cascade order: more contrast in the light theme comes after the dark theme's own tokens.
const more = tokensOf(':root', true)
const themes: { name: string; tokens: Tokens; ofText: number; isMore: boolean }[] = [
  { name: 'light', tokens: new Map(light), ofText: 4.5, isMore: false },
  { name: 'dark', tokens: new Map(dark), ofText: 4.5, isMore: false },
  { name: 'light, more contrast', tokens: new Map([...light, ...more]), ofText: 7, isMore: true },
  {
    name: 'dark, more contrast',
    tokens: new Map([...dark, ...more, ...tokensOf(':root.dark', true)]),
    ofText: 7,
    isMore: true,
  },
]

/** A token's value, without variables. */
const valueOf = (tokens: Tokens, name: string): string =>
  (tokens.get(name) ?? '').replaceAll(/var\(--([\w-]+)\)/g, (_, other: string) => valueOf(tokens, other))

/** A token's color. `primary/88 card` is a color of 88 % opacity above another. */
function colorOf(tokens: Tokens, name: string): ReturnType<typeof readOklch> {
  const [, front = '', opacity, behind] = /^([\w-]+)(?:\/(\d+) ([\w-]+))?$/.exec(name) ?? []
  const color = readOklch(valueOf(tokens, front))
  return behind ? blend(color, Number(opacity) / 100, colorOf(tokens, behind)) : color
}

const surfaces = ['background', 'card', 'popover', 'muted', 'accent', 'secondary']
const messages = (kind: string) => [`${kind}-muted`, 'background', 'card', 'popover', 'accent']
/** Every text color with its backgrounds. */
const text = {
  foreground: [...surfaces, 'sidebar', 'sidebar-accent', 'brand-muted'],
  'card-foreground': ['card'],
  'popover-foreground': ['popover'],
  'muted-foreground': [...surfaces, 'sidebar', 'sidebar-accent'],
  'sidebar-foreground': ['sidebar', 'sidebar-accent'],
  'sidebar-accent-foreground': ['sidebar-accent'],
  'sidebar-primary-foreground': ['sidebar-primary'],
  link: [...surfaces, 'brand-muted'],
  'primary-foreground': ['primary', 'primary/88 background', 'primary/88 card'],
  'secondary-foreground': ['secondary', 'secondary/80 background', 'secondary/80 card'],
  'accent-foreground': ['accent'],
  'destructive-foreground': ['destructive', 'destructive/88 background', 'destructive/88 card'],
  'destructive-text': [...messages('destructive'), 'destructive-border/30 destructive-muted'],
  'success-text': messages('success'),
  'warning-text': [...messages('warning'), 'warning-border/30 warning-muted'],
  'info-text': messages('info'),
}
/** Shapes that must be visible: the lower edge of fields, focus rings, checks and progress. */
const shapes = {
  input: ['background', 'card', 'popover', 'muted', 'accent'],
  ring: [
    ...surfaces,
    'sidebar',
    'sidebar-accent',
    'destructive-muted',
    'success-muted',
    'warning-muted',
    'info-muted',
  ],
  'sidebar-ring': ['sidebar', 'sidebar-accent'],
  brand: ['background', 'card', 'popover', 'muted'],
  'destructive-text': ['card'],
  // `row-actions` at rest.
  'muted-foreground/70 card': ['card'],
  'muted-foreground/70 sidebar': ['sidebar'],
  'muted-foreground/70 background': ['background'],
}
/** With more contrast, separators must be visible too. */
const lines = { border: ['background', 'card', 'popover', 'muted'] }

const pairs = (list: Record<string, string[]>) =>
  Object.entries(list).flatMap(([front, behind]) => behind.map((surface) => [front, surface] as const))

describe.each(themes)('in the $name theme', ({ tokens, ofText, isMore }) => {
  test.each(pairs(text))(`%s is readable on %s: ${ofText} to 1`, (front, surface) => {
    expect(contrast(colorOf(tokens, front), colorOf(tokens, surface))).toBeGreaterThanOrEqual(ofText)
  })

  test.each(pairs(isMore ? { ...shapes, ...lines } : shapes))(
    '%s is visible on %s: 3 to 1',
    (front, surface) => {
      expect(contrast(colorOf(tokens, front), colorOf(tokens, surface))).toBeGreaterThanOrEqual(3)
    },
  )
})

test.each(themes)('the accent keeps its contrast at every hue, in the $name theme', ({ tokens, ofText }) => {
  const accents = [
    ...pairs({ link: text.link }).map((pair) => ({ pair, least: ofText })),
    ...pairs({ brand: shapes.brand, ring: shapes.ring }).map((pair) => ({ pair, least: 3 })),
    ...pairs({ foreground: ['brand-muted'] }).map((pair) => ({ pair, least: ofText })),
  ]
  const weak = Array.from({ length: 72 }, (_, index) => index * 5).flatMap((hue) => {
    const own = new Map([...tokens, ['brand-hue', String(hue)]])
    return accents.flatMap(({ pair: [front, surface], least }) => {
      const found = contrast(colorOf(own, front), colorOf(own, surface))
      return found < least ? [`${front} on ${surface} at ${hue}: ${found.toFixed(2)}`] : []
    })
  })
  expect(weak).toEqual([])
})

test.each(['light', 'dark'] as const)('mails and icons have the accent of the %s theme', (theme) => {
  const tokens = new Map(theme === 'light' ? light : dark)
  const encoded = Number.parseInt(accentOf(brand.hue)[theme].slice(1), 16)
  const shown = [encoded >> 16, (encoded >> 8) & 255, encoded & 255].map((value) => decode(value / 255))
  for (const [index, value] of colorOf(tokens, 'brand').entries()) expect(shown[index]).toBeCloseTo(value, 2)
})

test('the icons are of the mark and the accent: npm run icons', () => {
  expect(read('public/favicon.svg')).toBe(faviconOf(read('src/mark.svg'), brand.hue))
})

// A project that chose its accent may have chosen a red one.
test.skipIf(readBase(projectRoot).hue !== undefined)('red is for danger alone', () => {
  const reds = themes.flatMap(({ tokens }) =>
    [...tokens.keys()].filter((name) => {
      const [, chroma, hue] = /^oklch\([\d.]+ ([\d.]+) ([\d.]+)\)$/.exec(valueOf(tokens, name)) ?? []
      return Number(chroma) > 0.015 && (Number(hue) < 50 || Number(hue) > 335)
    }),
  )
  expect([...new Set(reds)].filter((name) => !name.startsWith('destructive'))).toEqual([])
})

test('every text color is checked against its backgrounds', () => {
  const ofText = light.map(([name]) => name).filter((name) => /(^|-)(foreground|text)$|^link$/.test(name))
  expect(Object.keys(text).toSorted()).toEqual(ofText.toSorted())
})

describe('an avatar', () => {
  test.each(themes)(
    'has readable initials at every hue it can be given, in the $name theme',
    ({ tokens }) => {
      const looks = new Map(
        Array.from({ length: 2_000 }, (_, index) => {
          const hue = avatarHue(`user-${index}`)
          const pair = ['avatar', 'avatar-letters'].map((name) => `oklch(${tokens.get(name)} ${hue})`)
          return [pair.join(), pair]
        }),
      )
      expect(looks.size).toBe(24)
      for (const [back = '', front = ''] of looks.values()) {
        expect(contrast(readOklch(back), readOklch(front)), back).toBeGreaterThanOrEqual(4.5)
      }
    },
  )

  test('keeps its color for an id and takes its letters from the first and the last word', () => {
    expect(avatarHue('abc')).toEqual(avatarHue('abc'))
    expect(['Ines Müller-García', '  ada  ', 'José  María de Álvaro', '李 小龍', ''].map(initialsOf)).toEqual(
      ['IM', 'A', 'JÁ', '李小', ''],
    )
  })
})

describe('a single place', () => {
  const shown = sourceFiles('{src,packages/core/src}/**/*.{ts,tsx,css,json}').filter(
    (file) => !isTestFile(file) && !/\.test\.|routeTree\.gen/.test(file),
  )

  test('is where looks are: Tailwind reads src alone, so core has none', () => {
    expect(
      sourceFiles('packages/core/src/**/*.tsx').filter((file) => read(file).includes('className')),
    ).toEqual([])
  })

  test('holds every color: no component defines its own', () => {
    // Mail clients and home screens support no custom properties; a `-mark.tsx` has the
    // colors of another brand.
    const excused = new Set([
      'src/styles/app.css',
      'packages/core/src/email/layout.ts',
      'packages/core/src/app/server/plain-error-page.server.ts',
      'src/shell/document/site-files.server.ts',
    ])
    const colored = shown.filter(
      (file) =>
        !excused.has(file) &&
        !file.endsWith('-mark.tsx') &&
        /#[0-9a-f]{6}\b|(oklch|rgba?|hsla?)\(/i.test(read(file)),
    )
    expect(colored).toEqual([])
  })

  test('holds the radius: corners use the tokens', () => {
    const loose = shown.filter(
      (file) => file.endsWith('.tsx') && /rounded-((t|b|l|r|tl|tr|bl|br)-)?(3xl|4xl|\[)/.test(read(file)),
    )
    expect(loose).toEqual([])
  })
})
