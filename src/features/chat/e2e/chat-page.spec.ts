import { expect, arrived, hydrated, reload } from '@plinth/testing/browser/fixtures.ts'
import { bringHost, raise, toasts } from '@plinth/testing/browser/raise-toasts.ts'
import {
  endSessions,
  open,
  signInHere,
  withoutLiveUpdates,
} from '@plinth/testing/browser/session-fixtures.ts'
import { usePersonalWorkspace, withoutChannel } from '@plinth/testing/browser/tabs.ts'
import { test, writeOrganization } from '@plinth/testing/browser/team-fixtures.ts'
import { inDatabase } from '@plinth/testing/browser/in-database.ts'
import { textIn } from '@plinth/testing/browser/texts.ts'
import { answered, box, button, chatPages, generalPage, log, send } from './chat-fixtures.ts'

for (const path of chatPages) {
  test(`a chat message is there again after signing in: ${path}`, async ({ page, enter, user, watch }) => {
    watch.expectProblem(/401|signInFirst|\.changes/)
    await withoutLiveUpdates(page)
    await enter(user)
    await open(page, path)
    await box(page).fill('When does the kiln open?')
    await endSessions(user)
    await box(page).press('Enter')
    await signInHere(page, user)
    await expect(box(page)).toHaveValue('When does the kiln open?')
    await arrived(page, path)
  })
}

test('text typed by one user is not shown to another who signs in on the same page', async ({
  page,
  enter,
  user,
  watch,
}) => {
  watch.expectProblem(/401|signInFirst|\.changes/)
  await withoutLiveUpdates(page)
  const other = { ...user, firstName: 'Otto', email: `other.${user.email}` }
  await enter(other)
  await enter(user)
  await open(page, generalPage)
  await box(page).fill('For my eyes only')
  await endSessions(user)
  await endSessions(other)
  await box(page).press('Enter')
  await signInHere(page, other)
  await hydrated(page)
  await expect(box(page)).toHaveValue('')
})

test('an outdated tab does not send to another workspace', async ({ page, context, settle, watch }) => {
  watch.expectProblem(/409|otherAccount/)
  await withoutChannel(context)
  const { email } = await settle()
  await writeOrganization([{ email, role: 'owner' }])
  await open(page, generalPage)
  await usePersonalWorkspace({ email })
  await box(page).fill('For the organization')
  await box(page).press('Enter')
  await expect(page.getByRole('dialog', { name: textIn('en')('app:outdated.title') })).toBeVisible()
})

test('what sends a message is loaded when the composer is focused; when it can not be, the message can be sent again', async ({
  page,
  enter,
  watch,
}) => {
  watch.expectProblem(/opened-chat|ERR_FAILED/)
  const t = textIn('en')
  const engine = /opened-chat-/
  const asked: string[] = []
  page.on('request', (request) => engine.test(request.url()) && asked.push(request.url()))
  await enter()
  await page.route(engine, (route) => route.abort())
  await open(page, generalPage)
  expect(asked).toEqual([])
  await box(page).focus()
  await expect.poll(() => asked.length).toBe(1)
  await box(page).fill('When does the kiln open?')
  await box(page).press('Enter')
  await button(page, t('chat:failure.takeBack')).click()
  await expect(box(page)).toHaveValue('When does the kiln open?')
  await box(page).press('Enter')
  await expect(button(page, t('chat:failure.retry'))).toBeVisible()
  await page.unroute(engine)
  await button(page, t('chat:failure.retry')).click()
  await answered(page)
  await expect(log(page).getByText('When does the kiln open?', { exact: true })).toHaveCount(1)
})

test("the skeleton after a chat is where the page will be, and the breadcrumb doesn't move", async ({
  page,
  enter,
}) => {
  await page.setViewportSize({ width: 1920, height: 900 })
  await enter()
  await open(page, generalPage)
  const left = (selector: string) =>
    page.locator(selector).evaluate((part) => part.getBoundingClientRect().left)
  const crumb = await left('[data-slot=breadcrumb]')
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/trpc/*overview.read*', async (route) => {
    await held
    await route.continue()
  })
  await page.evaluate(recordSkeletons)
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await page.locator('main > [role=status]').waitFor()
  answer()
  await expect(page.getByRole('heading', { level: 1, name: 'Ada' })).toBeVisible()
  expect(await left('[data-slot=breadcrumb]')).toBe(crumb)
  const place = await page.getByRole('heading', { level: 1, name: 'Ada' }).evaluate((heading) => {
    const { left: x, top } = heading.getBoundingClientRect()
    return `${x} ${top}`
  })
  // In every frame.
  const places = await page.evaluate(() => (globalThis as unknown as { places: string[] }).places)
  expect([...new Set(places)]).toEqual([place])
})

test('one bar stands above a conversation on phones, and none in wide windows', async ({
  page,
  enter,
  user,
}) => {
  await enter(user)
  await open(page, generalPage)
  await send(page, '/help')
  /** The height between the top bar and the messages, and the bars in it. */
  const above = async () => {
    const [main, messages] = await Promise.all(
      [page.locator('main'), log(page)].map(async (part) => (await part.boundingBox())?.y ?? 0),
    )
    const bars = await page.locator('main :is(header, nav, [role=toolbar], [role=tablist]):visible').all()
    const outer = await Promise.all(
      bars.map((bar) =>
        bar.evaluate((part, end) => {
          const { bottom } = part.getBoundingClientRect()
          return bottom <= end && !part.parentElement?.closest('header, nav, aside')
        }, messages ?? 0),
      ),
    )
    return { height: (messages ?? 0) - (main ?? 0), bars: outer.filter(Boolean).length }
  }
  expect(await above()).toEqual({ height: 0, bars: 0 })
  await page.setViewportSize({ width: 390, height: 800 })
  // The tabs between the buttons.
  expect(await above()).toEqual({ height: 52, bars: 1 })
})

/** Runs in the page: records where the skeleton is in each frame. */
function recordSkeletons(): void {
  const places: string[] = []
  Object.assign(globalThis, { places })
  const look = () => {
    const place = document.querySelector('main > [role=status]')?.getBoundingClientRect()
    if (place) places.push(`${place.left} ${place.top}`)
  }
  const everyFrame = () => {
    look()
    requestAnimationFrame(everyFrame)
  }
  everyFrame()
  // Also as soon as React has changed the page: a frame may be skipped on a busy machine.
  new MutationObserver(look).observe(document.querySelector('main') ?? document.body, { childList: true })
}

test('a long chat opens at its end; earlier messages come as the reader scrolls up, and what is read stays in place', async ({
  page,
  enter,
  user,
}) => {
  await enter(user)
  await open(page, generalPage)
  await send(page, '/help')
  const thread = new URL(page.url()).searchParams.get('thread') ?? ''
  await inDatabase(
    // With their trees: a job that parsed them meanwhile would change how many fit into a page.
    `with written as (
       insert into chat_message (thread_id, id, parent_id, role, parts, trees, text)
       select $1, 'm' || at, case at when 1 then null else 'm' || at - 1 end,
         case when at % 2 = 1 then 'user' else 'assistant' end,
         jsonb_build_array(jsonb_build_object('type', 'text', 'text', words)),
         case when at % 2 = 0 then array[jsonb_build_array(jsonb_build_array('p', '{}'::jsonb, words))::text] end, ''
       from generate_series(1, 150) at, concat('Number ', at, '. ', repeat('word ', 600)) words)
     update chat_message set parent_id = 'm150' where thread_id = $1 and parent_id is null`,
    [thread],
  )
  await reload(page)
  const messages = log(page).getByRole('article')
  await expect(messages.last()).toBeInViewport()
  await expect(log(page).getByText('Number 150.')).toBeAttached()
  const loaded = await messages.count()
  expect(loaded).toBeLessThan(100)
  const first = messages.filter({ hasText: `Number ${152 - loaded + 1}.` })
  const place = await first.evaluate((element: HTMLElement) => element.offsetTop)
  const toStart = () => log(page).evaluate((scroller) => scroller.scrollTo(0, 0))
  await toStart()
  await expect.poll(() => messages.count()).toBeGreaterThan(loaded)
  const [top, below] = await first.evaluate((element) => {
    const scroller = element.closest('[role=log]')
    const distance = element.getBoundingClientRect().top - (scroller?.getBoundingClientRect().top ?? 0)
    return [distance, scroller?.scrollTop ?? 0]
  })
  expect(below).toBeGreaterThan(1_000)
  expect(Math.abs(top - place)).toBeLessThan(4)
  await expect
    .poll(async () => {
      await toStart()
      return messages.count()
    })
    .toBe(152)
  await expect(button(page, textIn('en')('chat:transcript.earlier'))).toHaveCount(0)
  await send(page, '/help')
  await expect(messages).toHaveCount(154)
  await expect(messages.last()).toBeInViewport()
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  for (const [device, viewport] of Object.entries({
    desk: { width: 1280, height: 800 },
    phone: { width: 375, height: 740 },
  })) {
    test(`in a chat, toasts stay above the composer, however much text it holds: ${device}`, async ({
      page,
      enter,
      user,
    }) => {
      await page.setViewportSize(viewport)
      await enter(user)
      await bringHost(page, generalPage)
      const field = page.getByTestId('multimodal-input')
      for (const text of ['One line', 'One\nTwo\nThree\nFour']) {
        await field.fill(text)
        await raise(page, 'loading', text)
        await expect(toasts(page).first()).toHaveAttribute('data-mounted', 'true')
        await expect
          .poll(async () => {
            const [toast, form] = await Promise.all([
              toasts(page).first().boundingBox(),
              page.locator('form', { has: field }).boundingBox(),
            ])
            return (toast?.y ?? Infinity) + (toast?.height ?? 0) - (form?.y ?? 0)
          })
          .toBeLessThan(0)
        await page.getByTestId('send-button').click({ trial: true })
      }
    })
  }
})
