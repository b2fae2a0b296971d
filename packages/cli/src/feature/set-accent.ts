import { editFiles } from './edit-project.ts'
import { readBase, writeBase } from './starter-base.ts'

/** Sets the hue of the accent, in degrees of OKLCH, in the theme and records it. The mark keeps its color. */
export function setAccent(root: string, hue: number): void {
  const pattern = /--brand-hue: \d+;/
  editFiles(root, [
    {
      file: 'src/styles/app.css',
      edit: (before) => {
        if (!pattern.test(before)) throw new Error(`did not find ${pattern.source}`)
        return before.replace(pattern, `--brand-hue: ${hue};`)
      },
    },
  ])
  writeBase(root, { ...readBase(root), hue })
}
