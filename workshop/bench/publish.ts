import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { targetText, isReached, withUnit, type Measured } from './report.ts'

/** The last published run of each bench, `npm run bench -- --publish`. */
export type Published = Record<string, { on: string; cores: number; rows: Measured[] }>

const RESULTS = 'workshop/bench/results.json'
const PERFORMANCE = 'workshop/docs/performance.md'
const BEGIN = '<!-- numbers of workshop/bench/results.json -->'
const END = '<!-- end of numbers -->'

const figuresOfPages = [
  { name: 'firstVisit', bench: 'weight', what: '/ JavaScript' },
  { name: 'everything', bench: 'weight', what: '/ everything' },
  { name: 'dashboard', bench: 'pages', what: '/dashboard CPU of application and database per request' },
  { name: 'shift', bench: 'weight', what: '/ layout shift' },
] as const

export function readPublished(root: string): Published {
  const file = path.join(root, RESULTS)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Published) : {}
}

/** Saves these runs and updates the numbers in the document and in `measured.ts` of features. */
export function publish(root: string, runs: Published): void {
  const published = { ...readPublished(root), ...runs }
  writeFileSync(path.join(root, RESULTS), `${JSON.stringify(published, null, 2)}\n`)
  for (const [file, text] of filesOf(root, published)) writeFileSync(path.join(root, file), text)
}

/** Reports the files whose numbers differ from `workshop/bench/results.json`. */
export function checkNumbers(root: string): string[] {
  return filesOf(root, readPublished(root)).flatMap(([file, text]) =>
    readFileSync(path.join(root, file), 'utf8') === text
      ? []
      : [`${file} has other numbers than ${RESULTS}: npm run bench -- --publish writes both`],
  )
}

function filesOf(root: string, published: Published): [file: string, text: string][] {
  const [before = '', rest = ''] = readFileSync(path.join(root, PERFORMANCE), 'utf8').split(BEGIN)
  const [, after = ''] = rest.split(END)
  return [
    [PERFORMANCE, `${before}${BEGIN}\n\n${targetsTable(published)}\n\n${END}${after}`],
    ...globSync('src/features/*/measured.ts', { cwd: root }).map((file): [string, string] => [
      file,
      measuredModule(published),
    ]),
  ]
}

/** Returns a table of the numbers that have a target; zeros, such as no errors, are left out. */
function targetsTable(published: Published): string {
  const lines = Object.entries(published).flatMap(([bench, { on, rows }]) =>
    rows
      .filter(({ target, value }) => target && value !== 0)
      .map((row) => {
        const value = withUnit(row.value, row.unit)
        return `| ${row.what} | ${isReached(row) ? value : `**${value}**`} | ${targetText(row)} | ${on}, \`npm run bench -- ${bench}\` |`
      }),
  )
  return ['| what | measured | target | run |', '|---|---|---|---|', ...lines].join('\n')
}

function measuredModule(published: Published): string {
  const { on = '', cores = 0 } = published.weight ?? {}
  const figures = figuresOfPages.flatMap(({ name, bench, what }) => {
    const row = published[bench]?.rows.find((known) => known.what === what)
    return row
      ? [`    { name: '${name}', value: ${Number(row.value.toFixed(1))}, unit: '${row.unit}' },`]
      : []
  })
  return `/** A figure of the home page. KB are 1000 bytes. */
type Figure = {
  name: '${figuresOfPages.map(({ name }) => name).join("' | '")}'
  value: number
  unit: 'KB' | 'ms' | 'x'
}

/** Written when the starter's benchmarks are published. */
export const measured: { on: string; cores: number; figures: readonly Figure[] } = {
  on: '${on}',
  cores: ${cores},
  figures: [
${figures.join('\n')}
  ],
}
`
}
