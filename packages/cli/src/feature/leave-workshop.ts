import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { withoutItems } from './rooms.ts'

/** As .gitattributes says to `git archive`. */
const makersOnly = ['workshop', 'packages/create-plinth']

/**
 * Deletes what only the starter's makers need, `workshop` and what makes projects, with the commands and what
 * the documents say of them: a row, an item, a line of a drawing or a paragraph.
 */
export function leaveWorkshop(root: string): void {
  for (const folder of makersOnly) rmSync(path.join(root, folder), { recursive: true, force: true })
  const file = path.join(root, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { scripts: Record<string, string> }
  const gone = Object.keys(manifest.scripts).filter((name) => manifest.scripts[name]?.includes(' workshop/'))
  for (const name of gone) delete manifest.scripts[name]
  if (gone.length > 0) writeFileSync(file, `${JSON.stringify(manifest, undefined, 2)}\n`)
  const trace = new RegExp([...gone.map((name) => `\\bnpm run ${name}(?![\\w:-])`), '\\bworkshop/'].join('|'))
  for (const document of globSync(['*.md', 'docs/*.md'], { cwd: root })) {
    if (document === 'CHANGELOG.md') continue
    const place = path.join(root, document)
    const text = readFileSync(place, 'utf8')
    writeFileSync(place, `${withoutMentions(text, trace).trimEnd()}\n`)
  }
}

function withoutMentions(text: string, trace: RegExp): string {
  let isDrawing = false
  return withoutItems(text, [trace])
    .split('\n\n')
    .flatMap((block) => {
      const wasDrawing = isDrawing
      if ((block.match(/^ *```/gm)?.length ?? 0) % 2 === 1) isDrawing = !isDrawing
      if (!trace.test(block)) return [block]
      if (!wasDrawing && !block.includes('```')) return []
      const lines = block.split('\n').filter((line) => !trace.test(line))
      return [lines.join('\n')]
    })
    .join('\n\n')
}
