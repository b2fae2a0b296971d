import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { languages } from '#/core/i18n/languages.ts'
import { checkTexts } from './check-texts.ts'

type Tree = { [key: string]: string | Tree }

const script = path.join(import.meta.dirname, 'check-texts.ts')
const roots: string[] = []
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
})

const sound: Record<string, Tree> = {
  en: {
    list: { title: 'Posts', by: 'by {{name}}', count_one: '{{count}} post', count_other: '{{count}} posts' },
  },
  de: {
    list: {
      title: 'Beiträge',
      by: 'von {{name}}',
      count_one: '{{count}} Beitrag',
      count_other: '{{count}} Beiträge',
    },
  },
  es: {
    list: {
      title: 'Publicaciones',
      by: 'por {{name}}',
      count_one: '{{count}} publicación',
      count_many: '{{count}} de publicaciones',
      count_other: '{{count}} publicaciones',
    },
  },
  pt: {
    list: {
      title: 'Publicações',
      by: 'de {{name}}',
      count_one: '{{count}} publicação',
      count_many: '{{count}} de publicações',
      count_other: '{{count}} publicações',
    },
  },
}
const page = `export const Page = ({ t, name, n }) => <main title={t('posts:list.title')}>{t('posts:list.by', { name })} {t('posts:list.count', { count: n })}</main>`

type Project = {
  /** Changes to the valid texts, by language: a text, a group, or undefined to remove one. */
  texts?: Record<string, Record<string, string | Tree | undefined>>
  source?: string
  reviewed?: object
  files?: Record<string, string>
}

/** Writes a small valid project with these changes and returns its folder. */
function plant({ texts = {}, source = '', reviewed, files = {} }: Project): string {
  const root = mkdtempSync(path.join(tmpdir(), 'plinth-texts-'))
  roots.push(root)
  const write = (file: string, content: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), content)
  }
  for (const language of languages)
    write(
      `src/features/posts/locales/${language}.json`,
      JSON.stringify({ list: { ...(sound[language]?.list as Tree), ...texts[language] } }),
    )
  write('src/features/posts/page.tsx', `${page}\n${source}`)
  if (reviewed)
    write(
      'scripts/same-in-all-languages.json',
      JSON.stringify({ values: [], keys: [], literals: [], ...reviewed }),
    )
  for (const [file, content] of Object.entries(files)) write(file, content)
  return root
}

const check = (project: Project) =>
  checkTexts(plant(project)).map(({ file, what }) => `${file.replace('src/features/posts/', '')}: ${what}`)
const inAll = (key: string, words: Record<string, string | Tree>) =>
  Object.fromEntries(Object.entries(words).map(([language, text]) => [language, { [key]: text }]))

test('a valid project has no findings', () => {
  expect(check({})).toEqual([])
})

describe('between languages', () => {
  test('missing keys, superfluous keys and missing files are found', () => {
    expect(check({ texts: { de: { title: undefined, other: 'Anderes' } } })).toEqual([
      'locales/de.json: list.title is missing',
      'locales/de.json: list.other is superfluous: English has no such key',
    ])
    const root = plant({})
    rmSync(path.join(root, 'src/features/posts/locales/pt.json'))
    expect(checkTexts(root)).toContainEqual({
      file: 'src/features/posts/locales/pt.json',
      what: 'the file is missing',
    })
  })

  test('placeholders that differ are found, in both directions', () => {
    expect(check({ texts: { es: { by: 'por {{nombre}}' } } })).toEqual([
      'locales/es.json: list.by lacks {{name}}',
      'locales/es.json: list.by has {{nombre}}, which English has not',
    ])
  })

  test('syntax that the first page cannot read is found: formats and nested texts', () => {
    expect(check({ texts: { de: { by: 'von {{name, uppercase}} $t(posts:list.title)' } } })).toEqual([
      'locales/de.json: list.by has {{name, uppercase}}; only a plain name is read on the first page',
      'locales/de.json: list.by nests another text by $t(), which is not read on the first page',
      'locales/de.json: list.by lacks {{name}}',
      'locales/de.json: list.by has {{name, uppercase}}, which English has not',
    ])
  })

  test('a language needs all of its plural forms and no others', () => {
    expect(
      check({
        texts: {
          es: { count_many: undefined },
          de: { count_few: '{{count}} Beiträge' },
          pt: { count_one: undefined },
        },
      }),
    ).toEqual([
      'locales/de.json: list.count_few is superfluous: de has no such plural form',
      'locales/es.json: list.count_many is missing',
      'locales/pt.json: list.count_one is missing',
    ])
  })

  test('empty, duplicate and non-string texts are found', () => {
    expect(check({ texts: { de: { title: ' ' } } })).toEqual(['locales/de.json: list.title is empty'])
    const twice = '{"list":{"title":"Beiträge","title":"Posten"},"other":{"title":"Fremd"}}'
    expect(check({ files: { 'src/features/posts/locales/de.json': twice } })).toContain(
      'locales/de.json: "title" is given twice in one object; only the last counts',
    )
    expect(check({ files: { 'src/features/posts/locales/de.json': '{"list":{"title":3}}' } })).toContain(
      'locales/de.json: list.title is neither a text nor a group of texts',
    )
    expect(check({ files: { 'src/features/posts/locales/de.json': '{' } }).join()).toContain(
      'locales/de.json: is no JSON',
    )
  })

  test('two folders with the same namespace are found', () => {
    const files = Object.fromEntries(
      languages.map((language) => [`src/core/posts/locales/${language}.json`, '{}']),
    )
    expect(check({ files })).toContain(
      'locales: the namespace posts has another folder: src/core/posts/locales',
    )
  })
})

describe('a translation that is the English text', () => {
  const same = { texts: inAll('title', { en: 'Status', de: 'Status', es: 'Estado', pt: 'Status' }) }
  const found = [
    'locales/de.json: posts:list.title is the English text: Status',
    'locales/pt.json: posts:list.title is the English text: Status',
  ]

  test('is found in every language, unless it has no letters', () => {
    expect(check(same)).toEqual(found)
    expect(
      check({
        texts: inAll('title', { en: '404 {{by}}', de: '404 {{by}}', es: '404 {{by}}', pt: '404 {{by}}' }),
      }).join(),
    ).not.toContain('is the English text')
  })

  test('is allowed by a reviewed key for the listed languages, and by a reviewed value for all', () => {
    const keys = [{ key: 'posts:list.title', languages: ['de'], reason: 'the same word' }]
    expect(check({ ...same, reviewed: { keys } })).toEqual(found.slice(1))
    expect(
      check({ ...same, reviewed: { values: [{ value: 'Status', reason: 'a word of its own' }] } }),
    ).toEqual([])
  })

  test('an exception that is no longer needed is found', () => {
    const reviewed = {
      values: [{ value: 'Old', reason: 'once' }],
      keys: [{ key: 'posts:list.title', languages: ['de', 'es'], reason: 'the same word' }],
      literals: [{ text: 'Gone', reason: 'once' }],
    }
    expect(check({ ...same, reviewed })).toEqual([
      found[1],
      'scripts/same-in-all-languages.json: Old excuses nothing any more',
      'scripts/same-in-all-languages.json: posts:list.title in es excuses nothing any more',
      'scripts/same-in-all-languages.json: "Gone" in the source excuses nothing any more',
    ])
  })

  test('an exception without a reason is rejected', () => {
    expect(() => check({ reviewed: { values: [{ value: 'Status', reason: '' }] } })).toThrow(/reason/)
  })
})

describe('one term per concept', () => {
  const post = {
    concept: 'post',
    en: { term: 'post', not: ['article*'] },
    de: { term: 'Beitrag', not: ['Post', 'Posts', '...'] },
    es: { term: 'publicación', not: ['post', 'posts'] },
    pt: { term: 'publicação', not: ['post', 'posts'] },
  }
  const listed = (terms: object, searchWords = 'posts:words.') => ({
    'scripts/texts/terms.json': JSON.stringify({ searchWords, terms: [terms] }),
  })

  test('a forbidden variant is found in any case, with any ending, and as punctuation', () => {
    const texts = {
      en: { title: 'Newest Articles' },
      de: { title: 'Neue posts...' },
      pt: { title: 'Os posts' },
    }
    expect(check({ texts, files: listed(post) })).toEqual([
      'locales/en.json: posts:list.title says "article*"; the term is "post"',
      'locales/de.json: posts:list.title says "Posts"; the term is "Beitrag"',
      'locales/de.json: posts:list.title says "..."; the term is "Beitrag"',
      'locales/pt.json: posts:list.title says "posts"; the term is "publicação"',
    ])
  })

  test('other words, parameters and search words are ignored', () => {
    const texts = {
      en: { by: 'by {{posts}}' },
      de: { title: 'Posten, Blog-Post und Poststelle', by: 'von {{posts}}' },
      es: { by: 'por {{posts}}' },
      pt: { by: 'de {{posts}}' },
    }
    const source = "t('posts:list.by', { posts })"
    expect(check({ texts, source, files: listed(post) }).join()).not.toContain('the term is')
    expect(
      check({ texts: { de: { title: 'Neue Posts' } }, files: listed(post, 'posts:list.title') }),
    ).toEqual([])
  })

  test('a whole text can be an exception; exceptions and terms that no text uses are found', () => {
    const right = ['Neue Posts', 'Alte Posts']
    const texts = { de: { title: 'Neue Posts' } }
    expect(check({ texts, files: listed({ ...post, de: { ...post.de, right } }) })).toEqual([
      'scripts/texts/terms.json: "Alte Posts" (post, de) stands in no text',
    ])
    expect(check({ files: listed({ ...post, es: { term: 'artículo', not: ['post'] } }) })).toEqual([
      'scripts/texts/terms.json: "artículo" (post, es) stands in no text',
    ])
  })
})

describe('between translations and source', () => {
  const extra = {
    texts: inAll('extra', {
      en: { a: 'A one', b: 'B two' },
      de: { a: 'A eins', b: 'B zwei' },
      es: { a: 'A uno', b: 'B dos' },
      pt: { a: 'A um', b: 'B dois' },
    }),
  }

  test('a key that no source file mentions is found; test files do not count', () => {
    expect(check(extra)).toEqual([
      'locales/en.json: list.extra.a is used nowhere',
      'locales/en.json: list.extra.b is used nowhere',
    ])
    const files = { 'src/features/posts/page.test.tsx': "t('posts:list.extra.a'); t('posts:list.extra.b')" }
    expect(check({ ...extra, files })).toHaveLength(2)
  })

  test('a key counts as used anywhere in the source, also outside t()', () => {
    expect(
      check({
        ...extra,
        source: "export const codes = ['posts:list.extra.a', flag ? 'posts:list.extra.b' : '']",
      }),
    ).toEqual([])
  })

  test('a key with a dynamic part counts as every key it can match', () => {
    expect(check({ ...extra, source: 't(`posts:list.extra.${name}`)' })).toEqual([])
    expect(check({ ...extra, source: 't(`posts:list.${name}.a`)' })).toEqual([
      'locales/en.json: list.extra.b is used nowhere',
    ])
    // Not across a dot, or every key would count as used.
    expect(check({ ...extra, source: 't(`posts:${name}`)' })).toEqual([
      'page.tsx:2: posts:* is in no English file',
      'locales/en.json: list.extra.a is used nowhere',
      'locales/en.json: list.extra.b is used nowhere',
    ])
  })

  test('a text with a colon that is not a key is ignored', () => {
    expect(check({ source: 'consume(`posts:${userId}`); read("node:fs"); say("posts: none")' })).toEqual([])
  })

  test('a key or pattern that English does not have is found with its line', () => {
    expect(check({ source: "\nt('posts:list.nothing')\nt(`posts:none.${x}.y`)" })).toEqual([
      'page.tsx:3: posts:list.nothing is in no English file',
      'page.tsx:4: posts:none.*.y is in no English file',
    ])
  })

  test('a parameter missing from a call of t() is found if the parameters can be determined', () => {
    expect(
      check({
        source:
          "t('posts:list.by')\ni18n.t('posts:list.count', { name })\nt('posts:list.by', params)\nt('posts:list.by', { ...params })",
      }),
    ).toEqual([
      'page.tsx:2: posts:list.by is given no name',
      'page.tsx:3: posts:list.count is given no count',
    ])
    expect(check({ source: "t(few ? 'posts:list.by' : 'posts:list.title')" })).toEqual([
      'page.tsx:2: posts:list.by is given no name',
    ])
  })
})

describe('words in the source', () => {
  test.each([
    ['a text node', '<p>\n  Hello\n  you\n</p>', 'Hello you'],
    ['a text in braces', "<p>{'Hello'}</p>", 'Hello'],
    ['one side of a choice', "<p>{open ? t('posts:list.title') : 'Closed'}</p>", 'Closed'],
    ['the end of a condition', "<p>{empty && 'Nothing'}</p>", 'Nothing'],
    ['a sum', "<p>{'By ' + name}</p>", 'By '],
    ['a template', '<p>{`${count} posts`}</p>', '{} posts'],
    ['a text in a fragment', '<>Hello</>', 'Hello'],
    ['an attribute', '<button aria-label="Close" />', 'Close'],
    ['an attribute in braces', "<img alt={'A cat'} />", 'A cat'],
    ['a choice in an attribute', "<button title={open ? 'Close' : t('posts:list.title')} />", 'Close'],
    ['a property of a component', '<field.Text label="Name" />', 'Name'],
    ['letters beyond ASCII', '<p>日本</p>', '日本'],
    ['a toast', "showToast('error', 'No luck')", 'No luck'],
    ['a title', "titled('Posts')", 'Posts'],
    ['an element without JSX', "h('p', null, 'Hello')", 'Hello'],
  ])('%s is found', (_, source, words) => {
    expect(check({ source: source.startsWith('<') ? `const x = (${source})` : source })).toEqual([
      expect.stringMatching(/^page\.tsx:[23]: /),
    ])
    expect(check({ source: source.startsWith('<') ? `const x = (${source})` : source }).join()).toContain(
      `"${words}" belongs into the locale files`,
    )
  })

  test('strings that users do not read are ignored', () => {
    const source = `const x = <p className="big red" id="main" type="text" aria-current="page" title={name} placeholder="">404 · &nbsp; {' '}{count} {value.toString('hex')} {t('posts:list.title')}</p>
showToast('error', t('posts:list.title')); const y = 'Hello'`
    expect(check({ source })).toEqual([])
  })

  test('a reviewed text is ignored', () => {
    expect(
      check({
        source: 'const x = <code>npm start</code>',
        reviewed: { literals: [{ text: 'npm start', reason: 'a command' }] },
      }),
    ).toEqual([])
  })
})

test('a file that is not TypeScript is found', () => {
  expect(check({ files: { 'src/broken.ts': 'const = 1' } }).join()).toMatch(/src\/broken\.ts:1: /)
})

test('the command prints one finding per line and exits with 1, or with 0 if there are none', () => {
  const root = plant({ texts: { de: { title: undefined } } })
  const { status, stdout } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stdout).toContain('src/features/posts/locales/de.json: list.title is missing\n')
  expect(execFileSync(process.execPath, [script, plant({})], { encoding: 'utf8' })).toContain('✓')
})
