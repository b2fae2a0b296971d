import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { TwoWay } from './text-edits.ts'

/** The feature whose rows those of a generated one belong to. */
export type Parent = {
  /** `posts`. */
  name: string
  /** One of its rows in words: `blog post`. */
  noun: string
  /** The field and the column with its id: `blogPostId`, `blog_post_id`. */
  id: string
  column: string
  /** Its table and its access rules, each with the file in which they are. */
  table: Exported
  access: Exported
  /** Whether its rows can be restored after a deletion. */
  isRestorable: boolean
  /** The route of the page of one, and its parameter. */
  page: string
  param: string
}
type Exported = { name: string; file: string }

/** Reads how the rows of a feature are declared. Throws an Error for one that others can't belong to. */
export function readParent(root: string, name: string): Parent {
  const refusal = (why: string) => new Error(`Rows can't belong to ${name}: ${why}`)
  const folder = path.join(root, 'src/features', name)
  if (!existsSync(folder)) throw refusal('there is no such feature.')
  const [page] = globSync(`src/routes/dashboard/${name}/$*.tsx`, { cwd: root })
  if (page === undefined) throw refusal('one of its rows has no page to show them on.')
  for (const file of globSync('server/*.server.ts', { cwd: folder })) {
    const text = readFileSync(path.join(folder, file), 'utf8')
    const [, rows] = /\bworkspaceRows\(\{([^]*)/.exec(text) ?? []
    const word = (key: string) => new RegExp(`^ {2}${key}: '?([\\w-]+)'?,$`, 'm').exec(rows ?? '')?.[1]
    const [table, access, noun] = [word('table'), word('access'), word('noun')]
    if (table === undefined || access === undefined || noun === undefined) continue
    const fileOf = (one: string) => {
      const [, from = ''] = new RegExp(`import \\{[^}]*\\b${one}\\b[^}]*\\} from '([^']+)'`).exec(text) ?? []
      return path.posix.join(`src/features/${name}/server`, from)
    }
    const tableText = readFileSync(path.join(root, fileOf(table)), 'utf8')
    return {
      name,
      noun: noun.replaceAll('-', ' '),
      id: `${noun.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Id`,
      column: `${noun.replaceAll('-', '_')}_id`,
      table: { name: table, file: fileOf(table) },
      access: { name: access, file: fileOf(access) },
      isRestorable: /\browColumns\b|\bdeletedAt\b/.test(tableText),
      page: page.split(path.sep).join('/'),
      param: /\$(\w+)\.tsx$/.exec(page)?.[1] ?? '',
    }
  }
  throw refusal('it has no workspaceRows with table, noun and access.')
}

/** Where the page of one shows the rows that belong to it: below its own component, loaded with its texts. */
export function inPageOf({ name, id, param }: Parent, { kebab, camel, pascal }: Child): TwoWay {
  const texts = `${camel}Texts`
  const line = `import { ${pascal}, ${texts} } from '#/features/${kebab}/index.ts'\n`
  const shown = `<${pascal} ${id}={Route.useParams().${param}} />`
  return {
    add(text) {
      const imported = replaced(
        text,
        new RegExp(`^(import .*|\\}) from '#/features/${name}/index.ts'\\n`, 'm'),
        `$&${line}`,
      )
      const loaded = replaced(imported, /(i18n\.load\(\[[^\]]*)\]/, `$1, ...${texts}]`)
      return loaded.includes('</>\n  )\n}')
        ? replaced(loaded, /<\/>\n {2}\)\n\}/, `${shown}\n$&`)
        : replaced(
            loaded,
            /return (?:\(\s*)?(<[A-Z][^]*?\/>)(?:\s*\))?\n\}/,
            `return (<>\n$1\n${shown}\n</>)\n}`,
          )
    },
    remove: (text) => pageWithout(text, kebab) ?? text,
  }
}
type Child = { kebab: string; camel: string; pascal: string }

function replaced(text: string, pattern: RegExp, by: string): string {
  if (!pattern.test(text)) throw new Error(`did not find ${pattern.source}`)
  return text.replace(pattern, by)
}

/**
 * The text of a page of another feature without the elements and texts of this one; undefined if nothing
 * would be left of it, or this one would still be used.
 */
export function pageWithout(text: string, name: string): string | undefined {
  const [statement, list = ''] =
    new RegExp(`^import \\{([^}]*)\\} from '#/features/${name}/index\\.ts'\\n`, 'm').exec(text) ?? []
  if (statement === undefined) return undefined
  const names = list.split(',').flatMap((one) => one.trim() || [])
  let left = text.replace(statement, '')
  for (const one of names)
    left = left
      .replace(new RegExp(`,\\s*\\.\\.\\.${one}\\b`), '')
      .replace(new RegExp(`\\n\\s*<${one}\\s[^<>]*/>`), '')
  const isUsed = names.some((one) => new RegExp(`\\b${one}\\b`).test(left))
  // Its own page has its name in its access and its texts.
  if (isUsed || new RegExp(`'${name}[.:']`).test(left) || !left.includes(`'#/features/`)) return undefined
  return left.replace(/<>\s*(<[A-Z][^<>]*\/>)\s*<\/>/, '$1')
}
