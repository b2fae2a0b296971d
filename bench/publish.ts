import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { aimText, isReached, withUnit, type Measured } from './report.ts'

/** The last published run of each bench, `npm run bench -- --publish`. */
export type Published = Record<string, { on: string; cores: number; rows: Measured[] }>

const RESULTS = 'bench/results.json'
const HOME = 'src/features/home/measured.ts'
const README = 'README.md'
const PERFORMANCE = 'docs/performance.md'
const BEGIN = '<!-- numbers of bench/results.json -->'
const END = '<!-- end of numbers -->'

/** The rows of the README: label, bench, and the numbers to show. */
const readmeRows: readonly { text: string; bench: string; whats: readonly string[] }[] = [
  {
    text: 'JavaScript of the first visit, brotli: `/`, `/login`, `/register`',
    bench: 'weight',
    whats: ['/ JavaScript', '/login JavaScript', '/register JavaScript'],
  },
  {
    text: 'everything of that visit, headers included: `/`, `/login`',
    bench: 'weight',
    whats: ['/ everything', '/login everything'],
  },
  {
    text: 'JavaScript of a first visit: dashboard, posts, users, chat',
    bench: 'weight',
    whats: ['', '/posts', '/admin/users', '/chat'].map((page) => `/dashboard${page} JavaScript`),
  },
  {
    text: 'JavaScript from the dashboard to the chat',
    bench: 'weight',
    whats: ['/dashboard to /dashboard/chat JavaScript'],
  },
  { text: 'HTML of the dashboard, as sent', bench: 'weight', whats: ['/dashboard HTML'] },
  {
    text: 'speed relative to a bare Node server sending the same bytes, by CPU time: `/`, `/login`',
    bench: 'pages',
    whats: ['/ against a bare server, by CPU time', '/login against a bare server, by CPU time'],
  },
  {
    text: 'CPU per request, application and database: dashboard with session and queries, get-session',
    bench: 'pages',
    whats: [
      '/dashboard CPU of application and database per request',
      'get-session CPU of application and database per request',
    ],
  },
  {
    text: 'the same, application only',
    bench: 'pages',
    whats: [
      '/dashboard CPU of the application per request',
      'get-session CPU of the application per request',
    ],
  },
  {
    text: 'one change sent to 200 live streams, CPU of the application',
    bench: 'streams',
    whats: ['a change that 200 streams follow, CPU of the application'],
  },
  {
    text: 'first page of a new instance while the database runs, CPU of the application',
    bench: 'start',
    whats: ['first page of an instance beside a running database, CPU of the application'],
  },
  { text: 'second `npm start` to the first page', bench: 'start', whats: ['start again'] },
  { text: 'memory of the application at rest', bench: 'start', whats: ['the application at rest'] },
  { text: 'the same after 40,000 dashboards', bench: 'memory', whats: ['after 40000 dashboards'] },
  {
    text: 'resident memory after 1, 5 and 10 minutes of mixed load',
    bench: 'mixed',
    whats: [1, 5, 10].map((minutes) => `after ${minutes} minutes`),
  },
  { text: '`node_modules`, packages', bench: 'install', whats: ['node_modules', 'packages'] },
  {
    text: 'a clone installed and built: full npm cache, empty npm cache',
    bench: 'clone',
    whats: ['installed and built, with a full npm cache', 'installed and built, with an empty npm cache'],
  },
  {
    text: 'over HTTP, one at a time, p50: list of posts, one post, new post',
    bench: 'posts',
    whats: ['posts.list, first page of 51, p50', 'posts.get, p50', 'posts.create, p50'],
  },
  {
    text: '`documents.search`, p95: 2,000 passages, 20,000, 20,000 with vectors',
    bench: 'retrieval',
    whats: ['2000 passages', '20000 passages', '20000 passages with vectors'].map(
      (library) => `documents.search, ${library}, p95`,
    ),
  },
  {
    text: '1,000,000 posts, over HTTP, p50: page 1, page 25,000, a rare word, a new post',
    bench: 'posts-1m',
    whats: ['posts.list, page 1', 'posts.list, page 25000', 'posts.list, a rare word', 'posts.create'].map(
      (what) => `${what}, p50`,
    ),
  },
  {
    text: '1,000,000 users, over HTTP, p50: first page, page 45,000, search, filter with sort',
    bench: 'admin',
    whats: [
      'newest first, first page',
      'newest first, page 45000',
      'search, the middle of a name',
      'banned, by address',
    ].map((what) => `${what}, p50`),
  },
]

const homeFigures = [
  { name: 'firstVisit', bench: 'weight', what: '/ JavaScript' },
  { name: 'everything', bench: 'weight', what: '/ everything' },
  { name: 'dashboard', bench: 'pages', what: '/dashboard CPU of application and database per request' },
  { name: 'shift', bench: 'weight', what: '/ layout shift' },
] as const

export function readPublished(root: string): Published {
  const file = path.join(root, RESULTS)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Published) : {}
}

/** Saves these runs and updates the numbers in README, home page and docs/performance.md. */
export function publish(root: string, runs: Published): void {
  const published = { ...readPublished(root), ...runs }
  writeFileSync(path.join(root, RESULTS), `${JSON.stringify(published, null, 2)}\n`)
  for (const [file, text] of filesOf(root, published)) writeFileSync(path.join(root, file), text)
}

/** Reports the files whose numbers differ from `bench/results.json`. */
export function checkNumbers(root: string): string[] {
  return filesOf(root, readPublished(root)).flatMap(([file, text]) =>
    readFileSync(path.join(root, file), 'utf8') === text
      ? []
      : [`${file} has other numbers than ${RESULTS}: npm run bench -- --publish writes both`],
  )
}

function filesOf(root: string, published: Published): [file: string, text: string][] {
  const withTable = (file: string, table: string): [file: string, text: string] => {
    const [before = '', rest = ''] = readFileSync(path.join(root, file), 'utf8').split(BEGIN)
    const [, after = ''] = rest.split(END)
    return [file, `${before}${BEGIN}\n\n${table}\n\n${END}${after}`]
  }
  return [
    withTable(README, readmeTable(published)),
    withTable(PERFORMANCE, missedTable(published)),
    [HOME, homeModule(published)],
  ]
}

/** Returns a table of the numbers that miss their aim. */
function missedTable(published: Published): string {
  const lines = Object.entries(published).flatMap(([bench, { on, rows }]) =>
    rows
      .filter((row) => !isReached(row))
      .map(
        (row) =>
          `| ${row.what} | ${withUnit(row.value, row.unit)} | ${aimText(row)} | ${on}, \`npm run bench -- ${bench}\` |`,
      ),
  )
  return ['| what | measured | aim | run |', '|---|---|---|---|', ...lines].join('\n')
}

function readmeTable(published: Published): string {
  const lines = readmeRows.flatMap(({ text, bench, whats }) => {
    const found = whats.flatMap((what) => published[bench]?.rows.filter((row) => row.what === what) ?? [])
    if (found.length < whats.length) return []
    const numbers = found.map(({ value, unit }) => withUnit(value, unit)).join(', ')
    return [`| ${text} | ${numbers} | \`npm run bench -- ${bench}\` |`]
  })
  return ['| what | measured | command |', '|---|---|---|', ...lines].join('\n')
}

function homeModule(published: Published): string {
  const { on = '', cores = 0 } = published.weight ?? {}
  const figures = homeFigures.flatMap(({ name, bench, what }) => {
    const row = published[bench]?.rows.find((known) => known.what === what)
    return row
      ? [`    { name: '${name}', value: ${Number(row.value.toFixed(1))}, unit: '${row.unit}' },`]
      : []
  })
  return `/** A figure of the home page. KB are 1000 bytes. */
type Figure = {
  name: '${homeFigures.map(({ name }) => name).join("' | '")}'
  value: number
  unit: 'KB' | 'ms' | 'x'
}

/** Written by \`npm run bench -- --publish\`; checked by \`npm run check\`. */
export const measured: { on: string; cores: number; figures: readonly Figure[] } = {
  on: '${on}',
  cores: ${cores},
  figures: [
${figures.join('\n')}
  ],
}
`
}
