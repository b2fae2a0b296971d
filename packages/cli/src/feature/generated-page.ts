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
  const folder = page.layout === undefined ? 'dashboard' : '_public'
  return new Map([
    [`src/routes/${folder}/${page.name}.tsx`, routeOf(page, folder)],
    [`src/pages/${page.name}.tsx`, page.layout === undefined ? dashboardPage(page) : publicPage(page)],
  ])
}

const keyOf = ({ name }: Page) =>
  `app:pages.${name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())}.title`

const routeOf = (page: Page, folder: string) => `import { createFileRoute } from '@tanstack/react-router'
import { titled } from '#/shell/document/root-head.ts'
import { ${page.component} } from '#/pages/${page.name}.tsx'

export const Route = createFileRoute('/${folder}/${page.name}')({
  head: ({ match }) => titled(match.context.i18n.t('${keyOf(page)}')),
  component: ${page.component},
  staticData: { ${
    page.layout === undefined
      ? `access: 'signedIn', crumb: '${keyOf(page)}'`
      : `access: 'public', layout: '${page.layout}'`
  } },
})
`

const dashboardPage = (page: Page) => `import { Page } from '#/components/page.tsx'
import { useTranslate } from '@plinth/core/texts'

export function ${page.component}() {
  const t = useTranslate()
  return <Page title={t('${keyOf(page)}')}>{null}</Page>
}
`

const publicPage = (page: Page) => `import { useTranslate } from '@plinth/core/texts'

export function ${page.component}() {
  const t = useTranslate()
  return (
    <${page.layout === 'bare' ? 'main id="main"' : 'div'} className="mx-auto w-full max-w-[44rem] px-4 py-12 sm:px-6 sm:py-20">
      <h1 className="text-3xl font-semibold tracking-[-0.025em]">{t('${keyOf(page)}')}</h1>
    </${page.layout === 'bare' ? 'main' : 'div'}>
  )
}
`

/** Adds the title to the texts. Throws an Error if there is one of that name. */
export function withTitle(text: string, page: Page): string {
  const texts = JSON.parse(text) as { pages?: Record<string, { title: string }> }
  const [, , name = ''] = /^app:(pages)\.(\w+)/.exec(keyOf(page)) ?? []
  if (texts.pages?.[name]) throw new Error(`has pages.${name} already`)
  return `${JSON.stringify({ ...texts, pages: { ...texts.pages, [name]: { title: page.title } } }, undefined, 2)}\n`
}
