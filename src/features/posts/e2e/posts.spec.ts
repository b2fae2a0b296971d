import type { Locator, Page } from '@playwright/test'
import { lightViolations, violations } from '@plinth/testing/browser/axe.ts'
import { tabTo } from '@plinth/testing/browser/by-keyboard.ts'
import { call } from '@plinth/testing/browser/call.ts'
import {
  afterFrames,
  arrived,
  expect,
  hydrated,
  isShown,
  newWord,
  reload,
} from '@plinth/testing/browser/fixtures.ts'
import { holdResponse } from '@plinth/testing/browser/hold-response.ts'
import { holdScripts } from '@plinth/testing/browser/hold-scripts.ts'
import { cutOff, layoutShift } from '@plinth/testing/browser/measure-page.ts'
import {
  atRest,
  endSessions,
  signInHere,
  withoutLiveUpdates,
} from '@plinth/testing/browser/session-fixtures.ts'
import { soundAndFitting } from '@plinth/testing/browser/sound-and-fitting.ts'
import { stopClock } from '@plinth/testing/browser/stop-clock.ts'
import { tagOf, textIn, type Language } from '@plinth/testing/browser/texts.ts'
import { test } from './post-fixtures.ts'
import { preferred, preferredOf } from '@plinth/testing/languages.ts'

const POSTS_PER_PAGE = 20

const speak = (page: Page, language: Language) =>
  page.context().addCookies([{ name: 'i18next', value: language, url: process.env.TEST_URL ?? '' }])
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first()
const newPost = (page: Page, t: ReturnType<typeof textIn>) =>
  page
    .getByRole('main')
    .getByRole('link', { name: t('posts:list.new') })
    .first()

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await hydrated(page)
}

/** Waits until the browser has stored the draft: it debounces typing. */
const draftKept = (page: Page, text: string) =>
  expect
    .poll(() =>
      page.evaluate(() =>
        Object.keys(localStorage)
          .flatMap((key) => (key.startsWith('draft:') ? [localStorage.getItem(key)] : []))
          .join(),
      ),
    )
    .toContain(text)

for (const language of preferredOf('en', 'de')) {
  const t = textIn(language)
  test(
    `a post is previewed, survives a reload as a draft, is found, edited, deleted and restored: ${language}`,
    tagOf(language),
    async ({ page, enter, user }) => {
      await speak(page, language)
      await enter(user)
      await open(page, '/dashboard/posts')
      await newPost(page, t).click()
      await expect(page.locator('#title')).toBeFocused()
      await page.locator('#title').fill('Kiln opening')
      await page.locator('#content').fill('# Thursday\n\nBring **gloves** and an apron.')
      await button(page, t('app:editor.preview')).click()
      await expect(page.getByRole('heading', { name: 'Thursday' })).toBeVisible()
      await expect(page.locator('strong')).toHaveText('gloves')
      // There is room for both, and what is written shows beside it.
      await page.locator('#content').press('End')
      await page.locator('#content').pressSequentially(' *No rings.*')
      await expect(page.locator('em')).toHaveText('No rings.')
      const desk = page.viewportSize()
      await page.setViewportSize({ width: 900, height: 800 })
      await expect(page.locator('#content')).toBeHidden()
      if (desk) await page.setViewportSize(desk)
      await draftKept(page, 'gloves')

      await call(page, 'posts.create', { title: 'Glaze table', content: 'Celadon and copper.' })
      await reload(page)
      await expect(page.getByText(t('posts:form.draftKept'))).toBeVisible()
      await expect(page.locator('#title')).toHaveValue('Kiln opening')
      await button(page, t('posts:create.submit')).click()
      await expect(page.getByText(t('posts:create.done'))).toBeVisible()
      await expect(page.locator('#title')).toHaveCount(0)

      const search = page.getByRole('searchbox', { name: t('posts:list.search') })
      await search.fill('glov thurs')
      await expect(page).toHaveURL(/q=glov/)
      await isShown(page)
      await expect(page.getByRole('link', { name: 'Glaze table' })).toHaveCount(0)
      await search.fill('porcelain')
      await expect(page.getByText(t('posts:list.nothingFound', { q: 'porcelain' }))).toBeVisible()
      await button(page, t('posts:list.clearSearch')).click()
      await expect(page.getByRole('link', { name: 'Glaze table' })).toBeVisible()

      await page.getByRole('link', { name: 'Kiln opening' }).click()
      await button(page, t('posts:post.edit')).click()
      await page.locator('#title').fill('Kiln opening, Friday')
      await button(page, t('posts:edit.submit')).click()
      await expect(page.getByRole('heading', { name: 'Kiln opening, Friday' })).toBeVisible()
      await expect(page.getByText(t('posts:post.edited'))).toBeVisible()

      await page.goBack()
      await arrived(page, '/dashboard/posts')
      await page.getByRole('article').filter({ hasText: 'Kiln opening, Friday' }).hover()
      await button(page, `${t('app:menu.actions')} Kiln opening, Friday`).click()
      await page.getByRole('menuitem', { name: t('posts:post.delete') }).click()
      await expect(page.getByRole('link', { name: 'Kiln opening, Friday' })).toHaveCount(0)
      await button(page, t('posts:delete.undo')).click()
      await expect(page.getByText(t('posts:delete.undone'))).toBeVisible()
      await expect(page.getByRole('link', { name: 'Kiln opening, Friday' })).toBeVisible()
    },
  )
}

test('the search box keeps what is typed while an earlier search is on its way', async ({
  page,
  enter,
  user,
}) => {
  await enter(user)
  await call(page, 'posts.create', { title: 'Kiln opening', content: 'Bring gloves.' })
  await open(page, '/dashboard/posts')
  const answer = await holdResponse(page, /posts\.list/)
  const search = page.getByRole('searchbox')
  await search.pressSequentially('ki')
  await answer.handled
  await expect(page).toHaveURL(/q=ki$/)
  await expect(page.getByRole('main').getByRole('list')).toHaveAttribute('aria-busy', 'true')
  await search.pressSequentially('ln')
  await expect(search).toHaveValue('kiln')
  answer.release()
  await expect(page).toHaveURL(/q=kiln$/)
  await isShown(page)
  await expect(search).toHaveValue('kiln')
})

test('by keyboard alone: write with a preview, search, open, edit, delete, undo', async ({
  page,
  enter,
  user,
}) => {
  const t = textIn(preferred('es'))
  await speak(page, preferred('es'))
  await enter(user)
  await open(page, '/dashboard/posts')
  await tabTo(page, newPost(page, t))
  await page.keyboard.press('Enter')
  await expect(page.locator('#title')).toBeFocused()
  await page.keyboard.type('Sin ratón')
  await tabTo(page, page.locator('#content'))
  await page.keyboard.type('Todo *con teclas*.')
  await tabTo(page, button(page, t('app:editor.preview')))
  await page.keyboard.press('Enter')
  await expect(page.locator('em')).toHaveText('con teclas')
  await tabTo(page, button(page, t('posts:create.submit')))
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('posts:create.done'))).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()

  await tabTo(page, page.getByRole('searchbox'))
  await page.keyboard.type('rató')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=rat/)
  await isShown(page)
  await tabTo(page, page.getByRole('link', { name: 'Sin ratón' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Sin ratón', level: 1 })).toBeVisible()
  await tabTo(page, button(page, t('posts:post.edit')))
  await page.keyboard.press('Enter')
  await expect(page.locator('#title')).toBeFocused()
  await page.keyboard.type(' 2')
  await tabTo(page, button(page, t('posts:edit.submit')))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Sin ratón 2' })).toBeVisible()
  await expect(button(page, t('posts:post.edit'))).toBeFocused()
  await tabTo(page, button(page, t('posts:post.delete')))
  await page.keyboard.press('Enter')
  await page.getByText(t('posts:delete.done')).waitFor()
  await arrived(page, '/dashboard/posts')
  // The shortcut that focuses the toasts.
  await page.keyboard.press('Alt+KeyT')
  await tabTo(page, button(page, t('posts:delete.undo')))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Sin ratón 2' })).toBeVisible()
})

for (const language of preferredOf('en', 'pt')) {
  const t = textIn(language)
  test(
    `when the network fails mid-save, the page reports it, the text stays, and sending it again creates one post: ${language}`,
    tagOf(language),
    async ({ page, enter, user, watch }) => {
      watch.expectProblem(/ERR_CONNECTION_RESET|Failed to fetch|posts\.create/)
      await speak(page, language)
      await enter(user)
      await open(page, '/dashboard/posts/new')
      await page.locator('#title').fill('Only once')
      await page.locator('#content').fill('Written in a tunnel.')
      // The server has stored it; the response is lost.
      await page.route('**/api/trpc/posts.create**', async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      })
      await button(page, t('posts:create.submit')).click()
      await expect(page.getByText(t('posts:create.failed'))).toBeVisible()
      await expect(page.locator('#content')).toHaveValue('Written in a tunnel.')
      await page.unroute('**/api/trpc/posts.create**')
      await button(page, t('posts:create.submit')).click()
      await expect(page.getByText(t('posts:create.done'))).toBeVisible()
      await expect(page.getByRole('link', { name: 'Only once' })).toHaveCount(1)
    },
  )
}

test('a draft of a post says that it is one, and is gone once it is discarded or saved', async ({
  page,
  enter,
  user,
  write,
}) => {
  const t = textIn(preferred('en'))
  await speak(page, preferred('en'))
  await enter(user)
  const id = await write('Rota')
  await open(page, `/dashboard/posts/${id}?edit=true`)
  await page.locator('#title').fill('Rota, changed')
  await draftKept(page, 'Rota, changed')
  await open(page, `/dashboard/posts/${id}`)
  await button(page, t('posts:post.edit')).click()
  await expect(page.locator('#title')).toHaveValue('Rota, changed')
  await button(page, t('posts:form.discard')).click()
  await expect(page.locator('#title')).toHaveValue('Rota')
  await expect(page.locator('#title')).toBeFocused()
  await reload(page)
  await expect(page.locator('#title')).toHaveValue('Rota')
  await expect(page.getByText(t('posts:form.draftKept'))).toHaveCount(0)
  await page.locator('#title').fill('Rota of June')
  await button(page, t('posts:edit.submit')).click()
  await button(page, t('posts:post.edit')).click()
  await expect(page.locator('#title')).toHaveValue('Rota of June')
  await expect(page.getByText(t('posts:form.draftKept'))).toHaveCount(0)
})

test('the infinite list loads while scrolling, and Back restores its position', async ({
  page,
  enter,
  user,
  write,
}) => {
  await enter(user)
  const ids: string[] = []
  for (let count = 1; count <= 3 * POSTS_PER_PAGE - 1; count += 1) ids.push(await write(`Entry ${count}`))
  await open(page, '/dashboard/posts')
  const first = page.getByRole('link', { name: 'Entry 1', exact: true })
  // Not with the wheel: the browser scrolls some time after it was turned.
  await expect(async () => {
    await page.evaluate(() => scrollBy(0, 2_000))
    await expect(first).toBeVisible({ timeout: 300 })
  }).toPass()
  const deep = page.getByRole('link', { name: 'Entry 12', exact: true })
  await deep.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(2_000)
  await deep.click()
  await arrived(page, `/dashboard/posts/${ids[11]}`)
  await page.goBack()
  await expect(deep).toBeInViewport()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
})

test('a post that cannot be loaded is tried twice within 2.5 s, then the error says so, and trying again shows that it loads', async ({
  page,
  enter,
  user,
  write,
  watch,
}) => {
  watch.expectProblem(/500|posts\.show|TRPCClientError/)
  await enter(user)
  await write('Kiln opening')
  await open(page, '/dashboard/posts')
  let calls = 0
  await page.route('**/api/trpc/posts.show**', (route) => {
    calls += 1
    return route.fulfill({ status: 500, body: '' })
  })
  // By the page's clock: a slow machine doesn't count, and no preload begins before the click.
  await stopClock(page)
  await page.getByRole('link', { name: 'Kiln opening', exact: true }).click()
  let waitedMs = 0
  await expect(async () => {
    waitedMs += 100
    await page.clock.runFor(100)
    await expect(page.getByRole('alert')).toBeVisible({ timeout: 500 })
  }).toPass({ intervals: [0] })
  expect(waitedMs).toBeLessThanOrEqual(2_500)
  expect(calls).toBe(2)
  await page.clock.resume()
  await expect(page.getByRole('heading', { name: 'Something went wrong!' })).toBeVisible()
  await page.unroute('**/api/trpc/posts.show**')
  const held = await holdResponse(page, /posts\.show/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('status').getByText('Loading...')).toBeVisible()
  held.release()
  await expect(page.getByRole('heading', { name: 'Kiln opening' })).toBeVisible()
})

test('Back while a post is still loading restores the position in the list', async ({
  page,
  enter,
  user,
  write,
}) => {
  await enter(user)
  for (let count = 1; count <= POSTS_PER_PAGE; count += 1) await write(`Entry ${count}`)
  await open(page, '/dashboard/posts')
  await page.route('**/api/trpc/posts.show**', () => {})
  const last = page.getByRole('link', { name: 'Entry 1', exact: true })
  await last.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(100)
  await last.click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(place)
  await afterFrames(page)
  await page.goBack()
  await expect(last).toBeInViewport()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
})

const articles = (page: Page) => page.getByRole('article')

test('the next page loads even if a busy browser reports an outdated intersection along with the newest', async ({
  page,
  enter,
  user,
  write,
}) => {
  await page.addInitScript(() => {
    const Observer = IntersectionObserver
    globalThis.IntersectionObserver = class extends Observer {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super(([entry, ...more], observer) => {
          const older = entry && Object.create(entry, { isIntersecting: { value: false } })
          callback(
            [older, entry, ...more].filter((one) => one !== undefined),
            observer,
          )
        }, options)
      }
    }
  })
  await enter(user)
  for (let count = 1; count <= POSTS_PER_PAGE + 1; count += 1) await write(`Entry ${count}`)
  await open(page, '/dashboard/posts')
  await expect(articles(page)).toHaveCount(POSTS_PER_PAGE + 1)
})

test('the end of the list waits for a refetch, so that a live change is not lost', async ({
  page,
  enter,
  user,
  write,
}) => {
  await enter(user)
  for (let count = 1; count < 3 * POSTS_PER_PAGE; count += 1) await write(`Entry ${count}`)
  const listening = page.waitForResponse(/posts\.changes/)
  await open(page, '/dashboard/posts')
  await listening
  await expect(articles(page)).toHaveCount(2 * POSTS_PER_PAGE)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/trpc/posts.list**', async (route) => {
    await held.promise
    await route.continue()
  })
  const refetch = page.waitForRequest(/posts\.list/)
  await write('Written meanwhile')
  await refetch
  await page.getByRole('link', { name: 'Entry 20', exact: true }).scrollIntoViewIfNeeded()
  // The browser has reported that the end is near.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  held.resolve()
  await expect(page.getByRole('link', { name: 'Written meanwhile' })).toHaveCount(1)
  await expect(articles(page)).toHaveCount(3 * POSTS_PER_PAGE)
})

const hostile = [
  '<script>globalThis.struck = 1</script>',
  '<img src=x onerror="globalThis.struck = 2">',
  '<svg onload="globalThis.struck = 3"></svg>',
  '<iframe src="https://evil.example/frame"></iframe>',
  '<style>@import "https://evil.example/style.css"; body { display: none }</style>',
  '<form action="https://evil.example/"><input name="password"></form>',
  '[script](javascript:globalThis.struck=4)',
  '[spaced](java\tscript:globalThis.struck=5)',
  '[entity](&#106;avascript:globalThis.struck=6)',
  '[data](data:text/html,<script>globalThis.struck=7</script>)',
  '[vb](vbscript:msgbox(1))',
  '<javascript:globalThis.struck=8>',
  '![pixel](https://evil.example/pixel.png)',
  '![pixel](//evil.example/pixel.png "title")',
  '![script](javascript:globalThis.struck=9)',
  '[![badge](https://evil.example/badge.svg)](https://example.org/badge)',
  '[ref]: javascript:globalThis.struck=10\n\n[ref]',
  '[^1]\n\n[^1]: <img src=x onerror="globalThis.struck = 11">',
  '| a |\n|---|\n| <img src=https://evil.example/cell.png> |',
  '[a"onmouseover="globalThis.struck=12](https://example.org/"onmouseover="globalThis.struck=12)',
  '[long](https://example.org/' + 'a'.repeat(400) + ')',
  '> '.repeat(8) + 'deep',
  '<https://example.org/fine>',
].join('\n\n')

test('hostile Markdown runs no script, shows no injected markup and contacts no other server, in the preview and in the post', async ({
  page,
  enter,
  user,
}) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${process.env.TEST_URL}/`)) foreign.push(request.url())
  })
  const sound = async () => {
    await page.getByRole('link', { name: 'https://example.org/fine' }).waitFor()
    // Requests and handlers have had time to fire.
    await afterFrames(page)
    for (const link of await page.locator('main a').all()) if (await link.isVisible()) await link.hover()
    expect(await page.evaluate(() => (globalThis as { struck?: number }).struck)).toBeUndefined()
    expect(foreign).toEqual([])
    expect(
      await page
        .locator('main')
        .locator('script, iframe, style, svg[onload], img[src*="evil"], form[action*="evil"]')
        .count(),
    ).toBe(0)
    const targets = await page
      .locator('main a[target]')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).protocol))
    expect([...new Set(targets)].toSorted()).toEqual(['http:', 'https:'])
    expect(await page.locator('a[href=""]').count()).toBe(0)
  }
  await enter(user)
  const t = textIn('en')
  await open(page, '/dashboard/posts/new')
  await page.locator('#title').fill('<b>Bold</b> & "quoted"')
  await page.locator('#content').fill(hostile)
  await button(page, t('app:editor.preview')).click()
  await sound()
  await button(page, t('posts:create.submit')).click()
  await page.getByRole('link', { name: '<b>Bold</b> & "quoted"' }).click()
  await expect(page.getByRole('heading', { name: '<b>Bold</b> & "quoted"', level: 1 })).toBeVisible()
  await sound()
  await reload(page)
  await sound()
})

test('the form of a new post has its own breadcrumb and its own document title', async ({
  page,
  enter,
  user,
}) => {
  const t = textIn('en')
  await enter(user)
  await open(page, '/dashboard/posts')
  await atRest(page)
  await newPost(page, t).click()
  const levels = page.getByRole('navigation', { name: t('app:nav.breadcrumb') })
  await expect(levels.getByText(t('posts:create.title'))).toHaveAttribute('aria-current', 'page')
  await expect(page).toHaveTitle(new RegExp(t('posts:create.title')))
  await levels.getByRole('link', { name: t('posts:shell.nav') }).click()
  await expect(page.locator('#title')).toHaveCount(0)
  await expect(levels.getByText(t('posts:shell.nav'))).toHaveAttribute('aria-current', 'page')
})

test('empty or too long posts are rejected at their field, which is focused', async ({
  page,
  enter,
  user,
}) => {
  const t = textIn('en')
  await enter(user)
  await open(page, '/dashboard/posts/new')
  await page.locator('#title').fill('   ')
  await button(page, t('posts:create.submit')).click()
  await expect(page.locator('#title-note')).toHaveText(t('errors:required'))
  await expect(page.locator('#title')).toBeFocused()
  const box = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return { top, bottom }
    })
  const [field, note, next] = [await box('#title'), await box('#title-note'), await box('label[for=content]')]
  expect(note.top - field.bottom).toBeLessThan(next.top - note.bottom)
  await page.locator('#title').fill('x'.repeat(201))
  await page.locator('#content').fill('y'.repeat(50_001))
  await button(page, t('posts:create.submit')).click()
  await expect(page.locator('#title-note')).toContainText(t('errors:tooLong'))
  await expect(page.locator('#title-note')).toContainText('201')
  await expect(page.locator('#content-note')).toContainText(t('errors:tooLong'))
})

test('a post with all Markdown features breaks no accessibility rule and loads without layout shift', async ({
  page,
  enter,
  user,
}) => {
  const content =
    '# One\n\n## Two\n\n- a\n- [ ] open\n\n1. b\n\n> quote\n\n`code` [link](https://example.org)\n\n```\nlong line\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |'
  await enter(user)
  const { id } = await call<{ id: string }>(page, 'posts.create', { title: 'Everything', content })
  await open(page, `/dashboard/posts/${id}`)
  expect(await page.evaluate(layoutShift)).toBe(0)
  expect(await violations(page)).toEqual([])
  await button(page, textIn('en')('posts:post.edit')).click()
  await button(page, textIn('en')('app:editor.preview')).click()
  await page.getByRole('heading', { name: 'Two' }).waitFor()
  expect(await lightViolations(page)).toEqual([])
})

test('a post has three sizes of headings below its title, code in colors, and tables that scroll in their box', async ({
  page,
  enter,
  user,
}) => {
  const cells = Array.from({ length: 8 }, (_, index) => `Temperature${index}`).join(' | ')
  const table = `| ${cells} |\n${'|---'.repeat(8)}|\n| ${cells} |`
  const content = `# A\n\n## B\n\n### C\n\n\`\`\`ts\nconst kiln = 'hot'\n\`\`\`\n\n${table}`
  await enter(user)
  const { id } = await call<{ id: string }>(page, 'posts.create', { title: 'Kiln', content })
  await open(page, `/dashboard/posts/${id}`)
  const sizes = await page
    .locator('article :is(h1, h2)')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).fontSize))
  expect(sizes).toEqual(['32px', '24px', '20px', '16px'])
  await expect(page.locator('pre span').first()).toHaveText('const')
  await expect(page.locator('pre')).toHaveText("const kiln = 'hot'")
  await page.setViewportSize({ width: 390, height: 800 })
  const box = page.locator('div:has(> table)')
  expect(await box.evaluate((part) => part.scrollWidth > part.clientWidth)).toBe(true)
  const cell = page.getByRole('cell').first()
  expect(await cell.evaluate((part) => part.getBoundingClientRect().height)).toBeLessThan(40)
  expect(await page.evaluate(cutOff)).toEqual([])
})

test('an empty list and a rejected form break no accessibility rule and fit', async ({
  page,
  enter,
  user,
}) => {
  const t = textIn(preferred('de'))
  await speak(page, preferred('de'))
  await enter(user)
  await open(page, '/dashboard/posts')
  await soundAndFitting(page, 'an empty list')
  await newPost(page, t).click()
  await button(page, t('posts:create.submit')).click()
  await soundAndFitting(page, 'a refused form')
})

test('Cancel leads back to the searched list, or to the plain list without a search', async ({
  page,
  enter,
  user,
}) => {
  const t = textIn('en')
  await enter(user)
  await open(page, '/dashboard/posts?q=kiln')
  await newPost(page, t).click()
  await expect(page.locator('#title')).toBeFocused()
  await button(page, t('posts:form.cancel')).click()
  await expect(page).toHaveURL(/\/dashboard\/posts\?q=kiln$/)
  const tab = await page.context().newPage()
  await open(tab, '/dashboard/posts/new')
  await button(tab, t('posts:form.cancel')).click()
  await expect(tab).toHaveURL(/\/dashboard\/posts$/)
})

test('Back from the form of a new post closes the form and stays in Posts', async ({ page, enter, user }) => {
  await enter(user)
  await page.goto('/dashboard')
  await page.goto('/dashboard/posts')
  await hydrated(page)
  await page.getByRole('link', { name: 'New post' }).first().click()
  await expect(page.locator('#title')).toBeVisible()
  await page.goBack()
  await expect(page.locator('#title')).toHaveCount(0)
  await expect(page).toHaveURL(/\/dashboard\/posts$/)
})

test('a missing post is Not Found inside the page, with status 404', async ({ page, enter, user, watch }) => {
  watch.expectProblem(/404/)
  await enter(user)
  const response = await page.goto('/dashboard/posts/nosuchpost')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Posts', exact: true }).first()).toBeVisible()
})

test('while a page loads, its skeleton and Loading... take its place, without layout shift', async ({
  page,
  enter,
  user,
  write,
}) => {
  await enter(user)
  // Without posts there is nothing to search.
  await write('Kiln opening')
  // A page that has not fetched posts yet.
  await page.goto('/dashboard/settings')
  await hydrated(page)
  const { promise: isLetThrough, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route('**/api/trpc/posts.list**', async (route) => {
    await isLetThrough
    await route.continue()
  })
  await page.getByRole('link', { name: 'Posts', exact: true }).first().click()
  const pending = page.getByRole('status').filter({ hasText: 'Loading...' })
  await expect(pending).toBeVisible()
  const placesOf = (...parts: Locator[]) => Promise.all(parts.map((part) => part.boundingBox()))
  const boxes = pending.locator('[data-slot=skeleton]').filter({ visible: true })
  const known = pending.getByText('Posts', { exact: true })
  const [title, search] = await placesOf(known, boxes.nth(1))
  letThrough()
  const heading = page.getByRole('heading', { name: 'Posts', exact: true })
  await expect(heading).toBeVisible()
  await expect(pending).toHaveCount(0)
  const [shownTitle, shownSearch] = await placesOf(heading, page.getByRole('searchbox'))
  expect([shownTitle?.x, shownTitle?.y, shownTitle?.height]).toEqual([title?.x, title?.y, title?.height])
  expect(shownSearch).toEqual(search)
})

test('the editor fills a large window with its buttons in view, and grows with the text', async ({
  page,
  enter,
  user,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await enter(user)
  await open(page, '/dashboard/posts/new')
  const content = page.locator('#content')
  const height = async () => (await content.boundingBox())?.height ?? 0
  const empty = await height()
  expect(empty).toBeGreaterThanOrEqual(500)
  const save = page.getByRole('button', { name: 'Create post' })
  await expect(save).toBeInViewport({ ratio: 1 })
  await content.fill('A line\n'.repeat(60))
  expect(await height()).toBeGreaterThan(empty + 500)
  expect(await content.evaluate((area) => area.scrollHeight - area.clientHeight)).toBe(0)
  await content.press('ControlOrMeta+Home')
  await expect(save).toBeInViewport({ ratio: 1 })
})

test('clicking create twice creates one post', async ({ page, enter, user }) => {
  await enter(user)
  await page.goto('/dashboard/posts')
  await hydrated(page)
  await page.getByRole('link', { name: 'New post' }).first().click()
  const title = `Once ${newWord()}`
  await page.locator('#title').fill(title)
  await page.locator('#content').fill('Once')
  await page.getByRole('button', { name: 'Create post' }).dblclick()
  await expect(page.getByText('Your post has been created!')).toBeVisible()
  await expect(page.getByRole('link', { name: title })).toHaveCount(1)
})

test('a post submitted before the script has loaded is created', async ({ page, enter, user }) => {
  await enter(user)
  const release = await holdScripts(page)
  await page.goto('/dashboard/posts/new', { waitUntil: 'commit' })
  await page.locator('#title').fill('Early bird')
  await page.locator('#content').fill('Written before the script.')
  await page.getByRole('button', { name: 'Create post', exact: true }).click()
  release()
  await expect(page.getByRole('link', { name: 'Early bird' })).toBeVisible()
})

test('what was being sent when the session ended is there again after signing in', async ({
  page,
  enter,
  user,
  watch,
}) => {
  watch.expectProblem(/401|signInFirst|\.changes/)
  await withoutLiveUpdates(page)
  await enter(user)
  await open(page, '/dashboard/posts/new')
  await page.locator('#title').fill('Kiln opening')
  await page.locator('#content').fill('Bring gloves.')
  await atRest(page)
  await endSessions(user)
  await page.getByRole('button', { name: 'Create post' }).click()
  await signInHere(page, user)
  await expect(page.locator('#title')).toHaveValue('Kiln opening')
  await expect(page.locator('#content')).toHaveValue('Bring gloves.')
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' }, fades: true })

  test('hovering a link prefetches its page, and Back restores the scroll position', async ({
    page,
    user,
    enter,
    write,
  }) => {
    await page.setViewportSize({ width: 1280, height: 400 })
    await enter(user)
    for (let number = 1; number <= 8; number += 1) await write(`Post ${number}`)
    await page.goto('/dashboard/posts')
    await hydrated(page)
    const link = page.getByRole('link', { name: 'Post 2' })
    await link.scrollIntoViewIfNeeded()
    const scrolled = await page.evaluate(() => scrollY)
    expect(scrolled).toBeGreaterThan(200)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await link.hover()
    await expect
      .poll(
        () =>
          asked.some((url) => url.includes('posts.show')) && asked.some((url) => url.includes('/_postId-')),
      )
      .toBe(true)
    asked.length = 0
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post 2')
    expect(asked.filter((url) => url.includes('/_postId-'))).toEqual([])
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled)
  })
})

test('on paper a post is alone, in dark on light', async ({ page, enter, user }) => {
  await enter(user)
  const { id } = await call<{ id: string }>(page, 'posts.create', { title: 'Kiln', content: 'Hot.' })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await open(page, `/dashboard/posts/${id}`)
  const shown = page.locator('body :is(header, nav, aside, [data-slot=button]):visible')
  await expect(page.getByRole('heading', { name: 'Kiln' })).toBeVisible()
  await expect(shown.filter({ hasNotText: 'Kiln' })).toHaveCount(0)
  const lightness = await page.locator('h1').evaluate((part) => getComputedStyle(part).color)
  expect(lightness).toMatch(/^oklch\(0\.2/)
})
