import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const patterns = '{src,scripts,build,tests,e2e,packages,workshop}/**/*.{ts,tsx,mjs}'
const widest = 110

/** Reports comment lines wider than the formatter's `printWidth`, which does not apply to comments. */
export function checkComments(root: string): string[] {
  return globSync(patterns, { cwd: root })
    .filter((file) => !/\.gen\.ts$|(^|\/)node_modules\//.test(file))
    .flatMap((file) =>
      readFileSync(path.join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, at) =>
          isLong(line) ? [`${file}:${at + 1} has a comment wider than ${widest} columns`] : [],
        ),
    )
}

const isLong = (line: string): boolean =>
  line.length > widest && /^\s*(\/\/|\/\*\*|\*) /.test(line) && !line.includes('oxlint-disable')
