import { drawIconsNow } from './draw-icons.ts'
import { editFiles } from './edit-project.ts'
import { readBase, writeBase } from './starter-base.ts'

/** Sets the hue of the accent, in degrees of OKLCH, draws the icons in it, and records it. */
export function setAccent(root: string, hue: number): void {
  const pattern = /\bhue: \d+,/
  editFiles(root, [
    {
      file: 'src/brand.ts',
      edit: (before) => {
        if (!pattern.test(before)) throw new Error(`did not find ${pattern.source}`)
        return before.replace(pattern, `hue: ${hue},`)
      },
    },
  ])
  drawIconsNow(root)
  writeBase(root, { ...readBase(root), hue })
}
