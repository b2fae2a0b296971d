import { expect, test } from 'vitest'
import { pageFiles, readPage, withTitle } from './generated-page.ts'

test('a page is a route and a component, and its title', () => {
  const page = readPage('terms-of-use', { isPublic: true })
  const files = pageFiles(page)
  expect([...files.keys()]).toEqual(['src/routes/_public/terms-of-use.tsx', 'src/pages/terms-of-use.tsx'])
  const [route, component] = [...files.values()]
  expect(route).toContain(`createFileRoute('/_public/terms-of-use')`)
  expect(route).toContain(`staticData: { access: 'public', layout: 'site' }`)
  expect(component).toContain('export function TermsOfUsePage()')
  const texts = withTitle('{ "pages": { "about": { "title": "About" } } }', page)
  expect(JSON.parse(texts)).toEqual({
    pages: { about: { title: 'About' }, termsOfUse: { title: 'Terms of use' } },
  })
  expect(() => withTitle(texts, page)).toThrow('pages.termsOfUse')
})

test('one that is not public is for signed-in users, below the dashboard', () => {
  const files = pageFiles(readPage('reports', { isPublic: false }))
  expect([...files.keys()]).toEqual(['src/routes/dashboard/reports.tsx', 'src/pages/reports.tsx'])
  expect(files.get('src/routes/dashboard/reports.tsx')).toContain(
    `staticData: { access: 'signedIn', crumb: 'app:pages.reports.title' }`,
  )
})

test.each([
  ['About', {}, 'no name of a page'],
  ['a/b', {}, 'no name of a page'],
  ['about', { layout: 'wide' }, 'There is no layout wide: site, form, bare.'],
])('%s is refused', (name, options, why) => {
  expect(() => readPage(name, { isPublic: true, ...options })).toThrow(why)
})
