import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const folder = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')
const { exports: exported } = JSON.parse(read('package.json')) as {
  exports: Record<string, string | { browser: null; default: string }>
}
const entries = Object.entries(exported)
  .filter(([name]) => !/\*|\.json$/.test(name))
  .map(([name, target]) => ({
    name: name.slice(2),
    file: typeof target === 'string' ? target : target.default,
    isForServer: typeof target !== 'string',
  }))

/** The names that a file exports, also by `export * from`. */
function namesOf(file: string): string[] {
  const text = read(file)
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().replace(/^type /, '')),
  )
  const whole = [...text.matchAll(/^export \* from '#\/([^']+)'/gm)].flatMap(([, from]) =>
    [
      ...read(`src/${from}`).matchAll(
        /^export (?:async )?(?:const|type|interface|function\*?|class) (\w+)/gm,
      ),
    ].map(([, name = '']) => name),
  )
  return [...new Set([...listed.filter(Boolean), ...whole])].toSorted()
}

/** Resolves a module as a bundler for the browser does. */
const forBrowser = (module: string) =>
  execFileSync(
    process.execPath,
    ['--conditions=browser', '--input-type=module', '-e', `import.meta.resolve('@plinth/core/${module}')`],
    { encoding: 'utf8', stdio: 'pipe' },
  )

test('EXPORTS.md lists what the package exports', async () => {
  const rows = entries.map(({ name, file }) => {
    const [, purpose = ''] = /^\/\/ (.+)\n/.exec(read(file)) ?? []
    const names = namesOf(file)
    return `## @plinth/core/${name}\n\n${purpose}\n\n${names.map((one) => `\`${one}\``).join(', ')}\n`
  })
  await expect(`# Exports\n\n${rows.join('\n')}`).toMatchFileSnapshot('../EXPORTS.md')
})

test('what runs only on the server does not exist for the browser', () => {
  for (const { name, isForServer } of entries)
    if (isForServer) expect(() => forBrowser(name), name).toThrow('ERR_PACKAGE_PATH_NOT_EXPORTED')
    else expect(forBrowser(name), name).toBe('')
  expect(() => forBrowser('internal/db/columns.server.ts')).toThrow('ERR_PACKAGE_PATH_NOT_EXPORTED')
})

test('modules are not imported past the entries', () => {
  expect(() => forBrowser('lib/csv.ts')).toThrow('ERR_PACKAGE_PATH_NOT_EXPORTED')
})
