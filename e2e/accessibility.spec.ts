import { violations } from './axe.ts'
import { admin, expect, hydrated, test } from './fixtures.ts'
import { adminScreens, anyPost, memberScreens, openScreens } from './screens.ts'
import { languages, textIn } from './texts.ts'

for (const language of languages) {
  test(`no screen breaks an accessibility rule, light or dark, with content, empty or failing: ${language}`, async ({
    page,
    context,
    baseURL,
    person,
    enter,
    watch,
  }) => {
    // Some thirty screens, each twice.
    test.setTimeout(240_000)
    watch.expectProblem(/404|500|TRPC|Blocked script execution in 'about:srcdoc'/)
    const t = textIn(language)
    await context.addCookies([{ name: 'i18next', value: language, url: baseURL ?? '' }])
    const sound = async (what: string) => expect(await violations(page), what).toEqual([])
    const visit = async (path: string) => {
      await page.goto(path)
      await hydrated(page)
      await sound(path)
    }
    const toPosts = () =>
      page
        .getByRole('link', { name: t('app:nav.posts'), exact: true })
        .first()
        .click()

    for (const { path } of openScreens) await visit(path)
    await enter()
    for (const { path } of memberScreens(await anyPost(page.request))) await visit(path)
    await enter(admin)
    for (const { path } of adminScreens) await visit(path)
    await enter()
    await page.route('**/api/trpc/posts.list**', (route) => route.fulfill({ status: 500, body: 'broken' }))
    await page.clock.install()
    await visit('/dashboard/posts/nosuchpost')
    await toPosts()
    // Three tries with growing pauses.
    await expect(async () => {
      await page.clock.runFor(2_000)
      await expect(page.getByRole('alert')).toBeVisible({ timeout: 200 })
    }).toPass()
    await page.getByRole('button', { name: t('app:error.show') }).click()
    await sound('posts that fail')
    await page.unroute('**/api/trpc/posts.list**')
    await context.clearCookies({ name: /^(?!i18next)/ })

    await enter(person)
    await visit('/dashboard')
    await toPosts()
    await page
      .getByRole('button', { name: t('posts:list.new') })
      .first()
      .waitFor()
    await sound('no posts')
    await page
      .getByRole('button', { name: t('posts:list.new') })
      .first()
      .click()
    await page.getByRole('button', { name: t('posts:create.submit') }).click()
    await sound('a refused form')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await sound('the palette')
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByRole('button', { name: t('app:nav.more'), exact: true }).click()
    await page.getByRole('dialog').waitFor()
    await sound('the sheet under More')
  })
}
