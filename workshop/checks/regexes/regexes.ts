import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { isTestFile } from '@plinth/cli/test-files.mjs'
import { loadRecheck, wantedVersion } from './recheck.ts'

// On the line above or at the end of the line: why no user can make it slow, such as the longest possible
// input.
const REVIEWED = /\/\/ regex-reviewed: \S/
// Verdicts don't depend on time, which a busy machine distorts; the timeout only ends checks that hang.
const limits = { timeout: 900_000, attackTimeout: null }
const AT_ONCE = 2

type Found = { file: string; line: number; isReviewed: boolean; source?: string; flags?: string }

/**
 * Reports regular expressions of the application that are not proved to take linear time, because some input
 * might block the server, and those built at run time. A reviewed reason next to one exempts it. Proofs are
 * cached in `cacheFile`.
 */
export async function checkRegexes(
  root: string,
  cacheFile = path.join(root, '.cache/regexes.json'),
): Promise<string[]> {
  const files = globSync('{src,packages/{core,postgres}/src}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !isTestFile(file) && !file.endsWith('.gen.ts'),
  )
  const found = files.flatMap((file) => regexesIn(root, file)).filter(({ isReviewed }) => !isReviewed)
  const version = wantedVersion()
  const linear = readCache(cacheFile, version)
  const verdicts = new Map<string, string>()
  const waiting = [...new Set(found.filter(({ source }) => source !== undefined).map(keyOf))].filter(
    (key) => !linear.has(key),
  )
  if (waiting.length > 0) {
    const { check } = loadRecheck()
    const judgeNext = async () => {
      for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
        const { source = '', flags = '' } = JSON.parse(key) as Found
        const judged = await check(source, flags, limits)
        if (judged.status === 'safe') linear.add(key)
        else
          verdicts.set(
            key,
            judged.status === 'unknown' ? 'could not be proved to be linear' : `is ${judged.complexity.type}`,
          )
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, judgeNext))
  }
  mkdirSync(path.dirname(cacheFile), { recursive: true })
  writeFileSync(cacheFile, JSON.stringify({ version, linear: [...linear] }))
  return found.flatMap((regex) => {
    const { file, line, source, flags } = regex
    if (source === undefined)
      return [`${file}:${line} a regular expression that is put together needs a reviewed reason`]
    const verdict = verdicts.get(keyOf(regex))
    return verdict ? [`${file}:${line} /${source}/${flags} ${verdict}`] : []
  })
}

const keyOf = ({ source, flags }: Found) => JSON.stringify({ source, flags })

function readCache(file: string, version: string): Set<string> {
  try {
    const cache = JSON.parse(readFileSync(file, 'utf8')) as { version: string; linear: string[] }
    return new Set(cache.version === version ? cache.linear : [])
  } catch {
    return new Set()
  }
}

function regexesIn(root: string, file: string): Found[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  const lines = text.split('\n')
  const { program, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  return [...nodesOf(program)].flatMap((node) => {
    const regex = node.regex as { pattern: string; flags: string } | undefined
    const isBuilt =
      /^(New|Call)Expression$/.test(node.type) && (node.callee as { name?: string }).name === 'RegExp'
    if (!regex && !isBuilt) return []
    const line = text.slice(0, node.start as number).split('\n').length
    const isReviewed = [lines[line - 1], lines[line - 2]].some((one) => REVIEWED.test(one ?? ''))
    return [{ file, line, isReviewed, ...(regex && { source: regex.pattern, flags: regex.flags }) }]
  })
}

type SyntaxNode = { type: string; [key: string]: unknown }

function* nodesOf(value: unknown): Generator<SyntaxNode> {
  if (Array.isArray(value)) for (const item of value) yield* nodesOf(item)
  if (typeof value !== 'object' || value === null || !('type' in value)) return
  yield value as SyntaxNode
  for (const child of Object.values(value)) if (typeof child === 'object') yield* nodesOf(child)
}
