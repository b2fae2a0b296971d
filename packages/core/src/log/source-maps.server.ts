import { readFileSync, statSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import path from 'node:path'

/**
 * A map of a megabyte costs 60 ms. Larger ones than this are those of large packages, which nobody debugs
 * here.
 */
const MAP_MAX_BYTES = 2_500_000
const MAPS_PER_STACK = 2
/** Places are chosen by whoever reports an error: 3 s of the CPU's time at most. */
const MAPS_PER_MINUTE = 30
const KNOWN_MAX = 1_000

type Maps = {
  /** The folder of the scripts, as their stacks name it: `dist/server/`. */
  scripts: string
  /** The folder of their maps. */
  maps: string
}

/**
 * Returns a function that replaces places of built scripts in the lines of a stack by those in the sources. A
 * place without a map stays as it is. Maps are read when an error needs them: enabled in Node, all of them
 * cost memory and time from the start.
 */
export function createSourceMaps({ scripts, maps }: Maps): (lines: readonly string[]) => string[] {
  const known = new Map<string, string>()
  const read = { count: 0, since: 0 }

  function mapOf(file: string): SourceMap | undefined {
    if (Date.now() - read.since > 60_000) Object.assign(read, { count: 0, since: Date.now() })
    const place = path.join(maps, `${file}.map`)
    const { size = 0 } = statSync(place, { throwIfNoEntry: false }) ?? {}
    if (size === 0 || size > MAP_MAX_BYTES || read.count >= MAPS_PER_MINUTE) return undefined
    read.count++
    return new SourceMap(JSON.parse(readFileSync(place, 'utf8')) as SourceMapPayload)
  }

  return (lines) => {
    const opened = new Map<string, SourceMap | undefined>()
    return lines.map((line) => {
      const at = line.lastIndexOf(scripts)
      const found =
        at < 0 ? null : /^((?:[\w-]+\/)?[\w.-]+\.js):(\d+):(\d+)/.exec(line.slice(at + scripts.length))
      if (!found) return line
      const [key, file = '', row, column] = found
      let source = known.get(key)
      if (source === undefined) {
        if (!opened.has(file) && opened.size < MAPS_PER_STACK) opened.set(file, mapOf(file))
        const entry = opened.get(file)?.findEntry(Number(row) - 1, Number(column) - 1)
        // Unlike what Node's types say, what a bundler has added has no source.
        if (!entry || !('originalSource' in entry) || !(entry.originalSource as unknown)) return line
        const [original = ''] = entry.originalSource.replace(/^(?:\.\.\/)+/, '').split('?')
        source = `${original}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
        if (known.size === KNOWN_MAX) known.clear()
        known.set(key, source)
      }
      const start = Math.max(line.lastIndexOf(' ', at), line.lastIndexOf('(', at)) + 1
      return line.slice(0, start) + source + line.slice(at + scripts.length + key.length)
    })
  }
}
