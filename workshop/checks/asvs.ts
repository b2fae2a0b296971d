import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * `by` proves it: `file.test.ts`, `file.test.ts > part of a title`, `document.md#Heading`, `lint:rule`,
 * `check:part`. `open` says what is missing, `none` why it does not apply.
 */
type Requirement = { level: 1 | 2; what: string; by?: string[]; open?: string; none?: string }
type Judged = Requirement & { id: string; by: string[] }

const DOCUMENT = 'workshop/docs/asvs.md'
const DATA = 'workshop/checks/asvs.json'

/** Reports proofs of `workshop/checks/asvs.json` that don't exist, and a document that differs from it. */
export function checkAsvs(root: string): string[] {
  const problems = readRequirements(root).flatMap((requirement) => problemsOf(root, requirement))
  if (problems.length > 0) return problems
  const file = path.join(root, DOCUMENT)
  return existsSync(file) && readFileSync(file, 'utf8') === asvsDocument(root)
    ? []
    : [`${DOCUMENT} differs from ${DATA}: npm run asvs`]
}

/** Writes the checklist. */
export function writeAsvs(root: string): void {
  writeFileSync(path.join(root, DOCUMENT), asvsDocument(root))
}

function asvsDocument(root: string): string {
  const requirements = readRequirements(root)
  const counts = Object.groupBy(requirements, stateOf)
  const count = (state: State) => counts[state]?.length ?? 0
  return `# ASVS 5.0, level 2

The ${requirements.length} requirements of levels 1 and 2 of the [OWASP Application Security Verification Standard
5.0.0](https://github.com/OWASP/ASVS) (CC BY-SA 4.0), in our own words: **${count('proved')} proved** by tests or rules, **${count('documented')}
documented**, **${count('partly')} partly** met, **${count('open')} open**, ${count('not applicable')} not applicable. We judged it ourselves, and nobody else has.

\`${DATA}\` holds it, \`npm run asvs\` writes this file, and \`npm run check\` fails when a proof is missing
or this file is stale. The tests run with \`npm test\` and \`npm run test:slow\`.

| | level | requirement | state | by |
|---|---|---|---|---|
${requirements.map(rowOf).join('\n')}
`
}

function readRequirements(root: string): Judged[] {
  const data = JSON.parse(readFileSync(path.join(root, DATA), 'utf8')) as Record<string, Requirement>
  return Object.entries(data).map(([id, { by = [], ...requirement }]) => ({ ...requirement, id, by }))
}

function problemsOf(root: string, { id, by, open, none }: Judged): string[] {
  const where = `${DATA}: ${id}`
  if (none === undefined ? by.length === 0 && open === undefined : by.length > 0 || open !== undefined)
    return [`${where} needs either none, or by, open, or both`]
  return by.flatMap((proof) => {
    const problem = problemOf(root, proof)
    return problem === undefined ? [] : [`${where} names ${proof}: ${problem}`]
  })
}

function problemOf(root: string, proof: string): string | undefined {
  const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')
  const [, tool, name = ''] = /^(lint|check):(.+)$/.exec(proof) ?? []
  if (tool !== undefined) {
    const files = tool === 'lint' ? ['.oxlintrc.json'] : ['packages/cli/src/check.ts', 'workshop/checks.ts']
    const entry = new RegExp(String.raw`^\s*['"]?${name}['"]?: `, 'm')
    return files.some((file) => entry.test(textOf(file)))
      ? undefined
      : `${files.join(' and ')} have no ${name}`
  }
  const [, file = '', kind, part = ''] = /^([^#>]+?)(?:( > |#)(.+))?$/.exec(proof) ?? []
  if (!existsSync(path.join(root, file))) return 'the file does not exist'
  if (kind === '#')
    return textOf(file)
      .split('\n')
      .some((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === part)
      ? undefined
      : 'it has no such heading'
  if (!/\.(test|spec)\.ts$/.test(file)) return 'it is no test'
  return textOf(file).includes(part) ? undefined : 'it has no such test'
}

type State = 'proved' | 'documented' | 'partly' | 'open' | 'not applicable'

function stateOf({ by, open, none }: Judged): State {
  if (none !== undefined) return 'not applicable'
  if (open === undefined) return by.every((proof) => proof.includes('.md#')) ? 'documented' : 'proved'
  return by.length > 0 ? 'partly' : 'open'
}

function rowOf(requirement: Judged): string {
  const { id, level, what, by, open, none } = requirement
  const remark = none ?? (open === undefined ? undefined : `Open: ${open}`)
  const proofs = [...by.map(shown), ...(remark === undefined ? [] : [remark])]
  return `| ${id} | ${level} | ${what} | ${stateOf(requirement)} | ${proofs.join('; ').replaceAll('|', String.raw`\|`)} |`
}

function shown(proof: string): string {
  const [, tool, name = ''] = /^(lint|check):(.+)$/.exec(proof) ?? []
  if (tool !== undefined) return tool === 'lint' ? `lint rule ${name}` : `\`npm run check -- ${name}\``
  const [file = '', title] = proof.split(' > ')
  if (title !== undefined) return `\`${file}\`: ${title}`
  const [document = '', heading] = proof.split('#')
  return heading === undefined ? `\`${document}\`` : `\`${document}\`, ${heading}`
}
