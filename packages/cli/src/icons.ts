// npm run icons: draws the icons in public, and the picture of links to the product, from src/mark.svg and
// the accent of src/brand.ts. A mark that is the initial of the name stays one.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Brand } from '@plinth/core/internal/brand.ts'
import { drawIcons } from './feature/draw-icons.ts'

const root = process.cwd()
const { brand } = (await import(pathToFileURL(path.join(root, 'src/brand.ts')).href)) as {
  brand: Pick<Brand, 'name' | 'hue'>
}
for (const file of await drawIcons(root, brand)) console.log(`public/${file}`)
