import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import type { Brand } from '@plinth/core/internal/brand.ts'
import { accentOf } from '@plinth/core/internal/lib/oklch.ts'
import { commandFile } from '../commands.mjs'
import { letters } from './letters.ts'
import { productName } from './rename-text.mjs'

const MARK = 'src/mark.svg'
const LIGHT = { foreground: '#33302b', background: '#faf8f4' }
const DARK = { foreground: '#f0ece5', background: '#24211b' }

type Theme = typeof LIGHT & { accent: string }
type Picture = { width: number; height: number; theme: Theme; ground: string; share: number; round?: boolean }

/** Draws them in a process of its own, for callers that don't wait. Nothing in a project without a mark. */
export function drawIconsNow(root: string): void {
  if (!existsSync(path.join(root, MARK))) return
  const { status, stderr } = spawnSync(process.execPath, [path.resolve(commandFile('icons'))], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The icons could not be drawn: ${stderr}`)
}

/** Writes the files of `public` that show the mark, and returns their names. */
export async function drawIcons(root: string, brand: Pick<Brand, 'name' | 'hue'>): Promise<string[]> {
  const place = path.join(root, MARK)
  const mark = withInitial(readFileSync(place, 'utf8'), brand.name)
  writeFileSync(place, mark)
  const themes = themesOf(brand.hue)
  // The ground of an initial is the accent, and it fills the icon.
  const isInitial = mark.includes(INITIAL)
  const ground = isInitial ? themes.light.accent : LIGHT.background
  const icon = (size: number, share: number, round = false): Picture => ({
    ...{ width: size, height: size, theme: themes.light, ground, round },
    share: isInitial ? 1 : share,
  })
  const pictures: Record<string, Picture> = {
    'icon-192.png': icon(192, 0.75, true),
    'icon-512.png': icon(512, 0.75, true),
    'icon-maskable-512.png': icon(512, 0.62),
    'apple-touch-icon.png': icon(180, 0.7),
    'og.png': { width: 1200, height: 630, theme: themes.dark, ground: DARK.background, share: 0.5 },
  }
  const at = (file: string) => path.join(root, 'public', file)
  writeFileSync(at('favicon.svg'), faviconOf(mark, brand.hue))
  for (const [file, picture] of Object.entries(pictures)) {
    const svg = Buffer.from(svgOf(mark, picture))
    writeFileSync(at(file), await sharp(svg).png({ compressionLevel: 9, palette: true }).toBuffer())
  }
  return ['favicon.svg', ...Object.keys(pictures)]
}

/** The mark in the theme of the browser. */
export function faviconOf(mark: string, hue: number): string {
  const { light, dark } = themesOf(hue)
  const rules = (['foreground', 'background', 'accent'] as const).flatMap((name) =>
    ['fill', 'stroke'].map((use) => `[${use}="${light[name]}"]{${use}:${dark[name]}}`),
  )
  const style = `<style>@media(prefers-color-scheme:dark){${rules.join('')}}</style>`
  return colored(mark, light).replace(/<svg[^>]*>/, (tag) => tag + style)
}

function themesOf(hue: number): { light: Theme; dark: Theme } {
  const { light, dark } = accentOf(hue)
  return { light: { ...LIGHT, accent: light }, dark: { ...DARK, accent: dark } }
}

const colored = (mark: string, theme: Theme): string =>
  mark
    .replaceAll('currentColor', theme.foreground)
    .replaceAll('var(--background)', theme.background)
    .replaceAll('var(--brand)', theme.accent)

const INITIAL = ' data-initial="'

function withInitial(mark: string, name: string): string {
  if (!mark.includes(INITIAL)) return mark
  const initial = productName(name).kebab.charAt(0).toUpperCase()
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"${INITIAL}${initial}"><rect width="24" height="24" rx="6" fill="var(--brand)"/><path fill="var(--background)" d="${letters[initial]}"/></svg>\n`
}

function svgOf(mark: string, { width, height, theme, ground, share, round }: Picture): string {
  const size = Math.min(width, height) * share
  const placed = colored(mark, theme).replace(/<svg[^>]*>/, (tag) =>
    tag
      .replaceAll(/ (width|height)="[^"]*"/g, '')
      .replace(
        '<svg',
        `<svg x="${(width - size) / 2}" y="${(height - size) / 2}" width="${size}" height="${size}"`,
      ),
  )
  const radius = round === true ? width * 0.22 : 0
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${radius}" fill="${ground}"/>${placed}</svg>`
}
