import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PROJECT_MS } from '@plinth/testing/programs/project-copy.ts'
import { readFeatureList } from '@plinth/cli/feature/feature-list.mjs'
import { commit, createProject, releaseStarter, script, succeed, succeedScript } from './made-project.ts'
import type { Repository } from './made-project.ts'

// Whatever commands an owner runs in whatever order, the check is green after each, and the tests are at the
// end. WALKS says how many sequences, WALK_SEED which ones, WALK_STEPS how long.
const WALKS = Number(process.env.WALKS ?? 1)
const STEPS = Number(process.env.WALK_STEPS ?? 5)
const SEED = Number(process.env.WALK_SEED ?? Date.now() % 100_000)

/** Takes one of these, as the walk says. */
type Choose = <Item>(among: readonly Item[]) => Item | undefined
/** The words of a command; undefined if the project is not so that it makes sense. */
type Step = (project: Repository, choose: Choose) => (string | undefined)[] | undefined

const namesOfProject = ['Quartz', 'Quartz Lamp', 'Quartz Lamp Shop', 'Quartz-Lamp', 'Quartz.io', 'Überlicht']
const namesOfFeatures = ['supply-boxes', 'vat-ids', 'crates', 'opportunities', 'analyses']
const namesOfPages = ['about', 'terms-of-use', 'help']
const fields = ['size:number?', 'due:date', 'state:enum(open,done)', 'fee:money(EUR)?', 'memo:longtext?']

const featuresIn = ({ folder }: Repository) => readdirSync(path.join(folder, 'src/features'))
const ownIn = (project: Repository) => featuresIn(project).filter((name) => namesOfFeatures.includes(name))
const optionalIn = ({ folder }: Repository) =>
  readFeatureList(folder).flatMap(({ name, comes }) => (comes === 'always' ? [] : [name]))
const languagesIn = ({ folder }: Repository) =>
  readdirSync(path.join(folder, 'src/app/locales')).map((file) => path.basename(file, '.json'))

const isChanged = (project: Repository) => succeed(project, 'git', 'status', '--porcelain') !== ''

const steps: Record<string, Step> = {
  rename: (_, choose) => [choose(namesOfProject)],
  add: (project, choose) => {
    const absent = optionalIn(project).filter((name) => !featuresIn(project).includes(name))
    return absent.length === 0 ? undefined : [...new Set([choose(absent), choose(absent)]), '--yes']
  },
  remove: (project, choose) => {
    const present = featuresIn(project).filter((name) =>
      [...optionalIn(project), ...namesOfFeatures].includes(name),
    )
    return present.length === 0 ? undefined : [choose(present), '--yes']
  },
  'new:feature': (project, choose) => {
    const free = namesOfFeatures.filter((name) => !featuresIn(project).includes(name))
    return free.length === 0
      ? undefined
      : [choose(free), 'title:text', ...new Set([choose(fields), choose(fields)])]
  },
  'add:field': (project, choose) => {
    const own = choose(ownIn(project))
    return own === undefined
      ? undefined
      : [own, `extra_${choose(['one', 'two', 'three'])}:${choose(['text?', 'date?', 'number?'])}`]
  },
  'new:page': ({ folder }, choose) => {
    const free = namesOfPages.filter((name) => !existsSync(path.join(folder, `src/pages/${name}.tsx`)))
    return free.length === 0 ? undefined : [choose(free), ...(choose([true, false]) ? ['--public'] : [])]
  },
  'add:language': (project) => (languagesIn(project).includes('fr') ? undefined : ['fr']),
  'remove:language': (project, choose) => {
    const other = choose(languagesIn(project).filter((code) => code !== 'en'))
    return other === undefined ? undefined : [other]
  },
}

const walk = fc.record({
  selection: fc.constantFrom([], ['--minimal'], ['--all']),
  draws: fc.array(fc.array(fc.nat(), { minLength: 8, maxLength: 8 }), { minLength: STEPS, maxLength: STEPS }),
})

test.each(fc.sample(walk, { seed: SEED, numRuns: WALKS }))(
  `a project stays green through commands of seed ${SEED}: %#`,
  ({ selection, draws }) => {
    const project = createProject(releaseStarter(), ...selection)
    succeedScript(project, 'check', '--all')
    const log: string[] = [`create ${selection.join(' ')}`]
    for (const draw of draws) {
      const left = [...draw]
      const choose: Choose = (among) => among[(left.pop() ?? 0) % Math.max(1, among.length)]
      const name = choose(Object.keys(steps)) ?? ''
      const words = steps[name]?.(project, choose)
      if (words === undefined) continue
      const given = words.filter((word) => word !== undefined)
      log.push(`${name} ${given.join(' ')}`)
      const { code, output } = script(project, name, ...given)
      expect(code, `${log.join('\n')}\n\n${output}`).toBe(0)
      // Every command changes something, but a product may be renamed to the name that it has.
      if (name !== 'rename' || isChanged(project)) commit(project, log.at(-1) ?? name)
      const check = script(project, 'check', '--all')
      expect(check.code, `${log.join('\n')}\n\n${check.output}`).toBe(0)
      expect(isChanged(project), log.join('\n')).toBe(false)
    }
    succeedScript(project, 'build')
    const tests = process.env.WALK_JOURNEYS
      ? script(project, 'test')
      : script(project, 'node_modules/vitest/vitest.mjs', 'run', '--exclude', '**/*.{slow,project}.test.ts')
    expect(tests.code, `${log.join('\n')}\n\n${tests.output.slice(-20_000)}`).toBe(0)
    console.info(log.join('\n'))
  },
  PROJECT_MS,
)
