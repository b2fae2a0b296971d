import type { Route } from '@playwright/test'
import { docxOf, pdfOf, textFile, wordParagraph } from '../tests/document-files.ts'
import { violations } from '@plinth/testing/browser/axe.ts'
import { call } from '@plinth/testing/browser/call.ts'
import { arrived, expect, test } from '@plinth/testing/browser/fixtures.ts'
import { endSessions, signInHere } from '@plinth/testing/browser/session-fixtures.ts'
import { tagOf, textIn } from '@plinth/testing/browser/texts.ts'
import { button, documentRow, openDocuments, upload } from './document-fixtures.ts'
import { preferredOf } from '@plinth/testing/languages.ts'

for (const language of preferredOf('en', 'de', 'es', 'pt')) {
  const t = textIn(language)
  test(
    `documents of every kind are accepted and read, and others are rejected with the reason: ${language}`,
    tagOf(language),
    async ({ page, enter, user, watch }) => {
      watch.expectProblem(/400|documents:errors/)
      await enter(user)
      await openDocuments(page, language)
      await upload(page, {
        'glaze.md': textFile('# Glaze\n\nCeladon needs a reducing fire.\n'),
        'clay.pdf': pdfOf([['Clay is kept moist in the cellar.'], ['The second page speaks of slip.']]),
        'wheel.docx': docxOf(
          wordParagraph('Wheel', 'Heading1') + wordParagraph('The wheel turns to the left.'),
        ),
        'broken.pdf': textFile('%PDF-1.4 nothing follows'),
        'locked.pdf': pdfOf([['Nobody reads this.']], { encrypted: true }),
        'scan.pdf': pdfOf([[], []]),
        'empty.txt': textFile(''),
        'picture.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]),
      })
      for (const name of ['glaze.md', 'clay.pdf', 'wheel.docx'])
        await expect(documentRow(page, name).getByText(t('documents:status.ready'))).toBeVisible({
          timeout: 60_000,
        })
      const reasons = {
        'broken.pdf': t('documents:problems.broken'),
        'locked.pdf': t('documents:problems.encrypted'),
        'scan.pdf': t('documents:problems.scanned'),
        'empty.txt': t('errors:emptyFile'),
        'picture.png': t('documents:errors.wrongType'),
      }
      for (const [name, reason] of Object.entries(reasons))
        await expect(documentRow(page, name).getByText(reason)).toBeVisible()
      await button(
        documentRow(page, 'picture.png'),
        t('documents:upload.dismiss', { name: 'picture.png' }),
      ).click()
      await expect(documentRow(page, 'picture.png')).toHaveCount(0)
      expect(await violations(page)).toEqual([])

      await button(page, 'clay.pdf').click()
      const side = page.getByRole('complementary', { name: 'clay.pdf' })
      await expect(side).toContainText('Clay is kept moist in the cellar.')
      await button(page, t('documents:passage.next')).click()
      await expect(side).toContainText('The second page speaks of slip.')
      await page.keyboard.press('Escape')

      await button(page, `${t('app:menu.actions')} wheel.docx`).click()
      await page.getByRole('menuitem', { name: t('documents:row.delete') }).click()
      await button(page.getByRole('alertdialog'), t('documents:delete.submit')).click()
      await expect(documentRow(page, 'wheel.docx')).toHaveCount(0)
      await button(page, `${t('app:menu.actions')} glaze.md`).click()
      await page.getByRole('menuitem', { name: t('documents:row.reindex') }).click()
      await expect(documentRow(page, 'glaze.md').getByText(t('documents:status.ready'))).toBeVisible()
    },
  )
}

test('an upload shows no toast while its row is on screen, and the row goes with a document that is deleted', async ({
  page,
  enter,
  user,
}) => {
  await enter(user)
  await openDocuments(page)
  // Long enough to stay in processing for a while.
  await upload(page, { 'long.txt': textFile('Celadon needs a reducing fire. '.repeat(100_000)) })
  await expect(documentRow(page, 'long.txt')).toBeVisible()
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  const ids = async () => {
    const listed = await page.request.get(
      `/api/trpc/documents.list?input=${encodeURIComponent('{"json":{}}')}`,
    )
    const { result } = (await listed.json()) as { result: { data: { json: { items: { id: string }[] } } } }
    return result.data.json.items.map(({ id }) => id)
  }
  // Its row is there before all of it has arrived.
  await expect.poll(ids).toHaveLength(1)
  await call(page, 'documents.delete', { id: (await ids())[0] })
  await expect(documentRow(page, 'long.txt')).toHaveCount(0)
})

test('the list polls the server only while a document is being processed', async ({ page, enter, user }) => {
  const t = textIn('en')
  await page.clock.install()
  await enter(user)
  await openDocuments(page)
  await upload(page, { 'glaze.md': textFile('# Glaze\n\nCeladon needs a reducing fire.\n') })
  await expect(documentRow(page, 'glaze.md').getByText(t('documents:status.ready'))).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => /documents\.list/.test(request.url()) && asked.push(request.url()))
  await page.clock.runFor(30_000)
  expect(asked).toEqual([])
})

test('an upload stays visible while the list fails to load, and is in the list once it loads', async ({
  page,
  enter,
  user,
  watch,
}) => {
  watch.expectProblem(/500|TRPC|errors:|Failed/)
  const t = textIn('en')
  await page.clock.install()
  await enter(user)
  await openDocuments(page)
  let failures = 0
  const brokenList = async (route: Route) => {
    failures += 1
    await route.fulfill({ status: 500, body: 'broken' })
  }
  await page.route('**/documents.list**', brokenList)
  await upload(page, { 'glaze.md': textFile('# Glaze\n\nCeladon needs a reducing fire.\n') })
  const onItsWay = page.getByText(t('documents:upload.processing'))
  // More requests than a query's own retries.
  await expect(async () => {
    await page.clock.runFor(2_000)
    expect(failures).toBeGreaterThan(4)
  }).toPass({ timeout: 60_000 })
  await expect(onItsWay).toBeVisible()
  await page.unroute('**/documents.list**', brokenList)
  await expect(documentRow(page, 'glaze.md')).toBeVisible()
  await expect(onItsWay).toHaveCount(0)
})

test('an upload shows its progress and can be canceled', async ({ page, enter, user }) => {
  const t = textIn('en')
  await enter(user)
  await openDocuments(page)
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 300_000,
  })
  await upload(page, { 'long.txt': textFile('Celadon. '.repeat(400_000)) })
  const progress = page.getByRole('progressbar', {
    name: t('documents:upload.progress', { name: 'long.txt' }),
  })
  await expect.poll(() => progress.evaluate((bar: HTMLProgressElement) => bar.value)).toBeGreaterThan(0)
  expect(await progress.evaluate((bar: HTMLProgressElement) => bar.value)).toBeLessThan(1)
  const cancelled = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('documents.upload'),
  )
  await button(page, t('documents:upload.cancel', { name: 'long.txt' })).click()
  await expect(progress).toHaveCount(0)
  await cancelled
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await openDocuments(page)
  await expect(documentRow(page, 'long.txt')).toHaveCount(0)
})

test('an upload leads to the sign-in page too', async ({ page, enter, user, watch }) => {
  watch.expectProblem(/401|signInFirst/)
  await enter(user)
  await openDocuments(page)
  const { pathname } = new URL(page.url())
  // Not earlier: the page polls the list of documents.
  await page.route('**/documents.upload**', async (route) => {
    await endSessions(user)
    await route.continue()
  })
  await page
    .locator('input[name=file]')
    .first()
    .setInputFiles([
      { name: 'kiln.txt', mimeType: 'text/plain', buffer: Buffer.from('It opens on Thursday.') },
    ])
  await signInHere(page, user)
  await arrived(page, pathname)
})
