import { readFileSync } from 'node:fs'
import path from 'node:path'

const templates = path.join(import.meta.dirname, 'page-template')

export const layouts = ['site', 'form', 'bare'] as const
type Layout = (typeof layouts)[number]

/** What the shell's texts are in English, where the title of a page is. */
export const TEXTS = 'src/app/locales/en.json'

type Page = {
  /** In kebab-case, which is also its path. */
  name: string
  /** Of the component: `AboutPage`. */
  component: string
  title: string
  address: string
  /** Of a public page. */
  layout?: Layout
}

/** Throws an Error for a name that is no path, and for an unknown layout. */
export function readPage(
  name: string,
  { isPublic, layout = 'site' }: { isPublic: boolean; layout?: string | undefined },
): Page {
  if (!/^[a-z][a-z\d]*(-[a-z\d]+)*$/.test(name))
    throw new Error(`${name} is no name of a page: lowercase letters and digits, and hyphens between words.`)
  const chosen = layouts.find((one) => one === layout)
  if (chosen === undefined) throw new Error(`There is no layout ${layout}: ${layouts.join(', ')}.`)
  const words = name.split('-')
  const title = words.join(' ')
  return {
    name,
    component: `${words.map(capitalized).join('')}Page`,
    title: capitalized(title),
    address: isPublic ? `/${name}` : `/dashboard/${name}`,
    ...(isPublic && { layout: chosen }),
  }
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** The route and the component, by file. */
export function pageFiles(page: Page): Map<string, string> {
  const { name, component, layout } = page
  const folder = layout === undefined ? 'dashboard' : '_public'
  const words = {
    Component: component,
    component: `#/pages/${name}.tsx`,
    id: `/${folder}/${name}`,
    title: keyOf(page),
    staticData:
      layout === undefined
        ? `access: 'signedIn', crumb: '${keyOf(page)}'`
        : `access: 'public', layout: '${layout}'`,
  }
  const written = (template: string) =>
    readFileSync(path.join(templates, `${template}.tsx.template`), 'utf8').replaceAll(
      /%(\w+)%/g,
      (_, word: keyof typeof words) => words[word],
    )
  const kind = { bare: 'bare-page', site: 'public-page', form: 'public-page', none: 'dashboard-page' }
  return new Map([
    [`src/routes/${folder}/${name}.tsx`, written('route')],
    [`src/pages/${name}.tsx`, written(kind[layout ?? 'none'])],
  ])
}

const keyOf = ({ name }: Page) =>
  `app:pages.${name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())}.title`

/** Adds the title to the texts. Throws an Error if there is one of that name. */
export function withTitle(text: string, page: Page): string {
  const texts = JSON.parse(text) as { pages?: Record<string, { title: string }> }
  const [, , name = ''] = /^app:(pages)\.(\w+)/.exec(keyOf(page)) ?? []
  if (texts.pages?.[name]) throw new Error(`has pages.${name} already`)
  return `${JSON.stringify({ ...texts, pages: { ...texts.pages, [name]: { title: page.title } } }, undefined, 2)}\n`
}
