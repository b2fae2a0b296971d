import { globSync } from 'node:fs'
import path from 'node:path'

/**
 * Takes tests that a project lacks, those of its packages, out of a document: features' tests of the same
 * name take their place, or a list is shorter, a remark in brackets gone, a cell says whose tests it means.
 * What a sentence names stays.
 */
export function withoutMissingTests(root: string, text: string): string {
  const isThere = (file: string) => globSync(file, { cwd: root }).length > 0
  const lines = text.split('\n').map((line) => {
    const marked = line.replaceAll(/`([^`\s]+\.test\.ts)`/g, (span, file: string) => {
      // `src/…/x.test.ts` is any.
      if (isThere(file.replace('…', '**').replace('/x.', '/*.'))) return span
      const ofFeatures = `src/features/*/tests/${path.posix.basename(file)}`
      return isThere(ofFeatures) && !line.includes(ofFeatures) ? `\`${ofFeatures}\`` : `\0${span}\0`
    })
    return withoutMarked(marked).replaceAll('\0', '')
  })
  return lines.join('\n')
}

const withoutMarked = (line: string): string =>
  line
    .replaceAll(/ \((\0[^\0]+\0(, )?)+\)/g, '')
    .replaceAll(/(\0[^\0]+\0, )+(?=`)/g, '')
    .replaceAll(/(, \0[^\0]+\0)+/g, '')
    .replaceAll(/(?<=\| )\0[^\0]+\0; /g, '')
    .replaceAll(/(?<=\| )\0[^\0]+\0(?= \|)/g, 'tests of the package')
