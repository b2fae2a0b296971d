import { editFiles } from './edit-project.ts'
import { readBase, writeBase } from './starter-base.ts'

/** Sets the hue of the accent, in degrees of OKLCH, in the theme and the icon of the tab, and records it. */
export function setAccent(root: string, hue: number): void {
  const replace = (pattern: RegExp, text: string) => (before: string) => {
    if (!pattern.test(before)) throw new Error(`did not find ${pattern.source}`)
    return before.replace(pattern, text)
  }
  editFiles(root, [
    { file: 'src/styles/app.css', edit: replace(/--brand-hue: \d+;/, `--brand-hue: ${hue};`) },
    { file: 'public/favicon.svg', edit: replace(/oklch\(0.55 0.165 \d+\)/, `oklch(0.55 0.165 ${hue})`) },
  ])
  writeBase(root, { ...readBase(root), hue })
}
