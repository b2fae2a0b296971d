import type { Page } from '@playwright/test'
import superjson from 'superjson'
import { call } from './call.ts'
import { exampleFile } from './choose-file.ts'
import { screensOf } from './screens.ts'

/**
 * The id of a row to refer to: a new one of that feature, by the user of the page; for `user`, that user;
 * for `file`, `pdf` and `image`, an upload of that user.
 */
export async function referTo(page: Page, of: string): Promise<string> {
  if (of === 'file' || of === 'pdf' || of === 'image') {
    const uploaded = await page.request.post(
      `/api/trpc/attachments.${of === 'image' ? 'uploadImage' : 'uploadFile'}`,
      { headers: { origin: process.env.TEST_URL ?? '' }, multipart: { file: exampleFile(of) } },
    )
    const { result: stored } = (await uploaded.json()) as { result: { data: { json: { id: string } } } }
    return stored.data.json.id
  }
  const { create } = screensOf(of).signedIn?.find((screen) => screen.create) ?? {}
  if (create) {
    const { id } = await create(
      (procedure, input) => call(page, procedure, input),
      'What others refer to',
      (other) => referTo(page, other),
    )
    return id
  }
  const input = encodeURIComponent(JSON.stringify(superjson.serialize({ of })))
  const answer = await page.request.get(`/api/trpc/references.choices?input=${input}`)
  const { result } = (await answer.json()) as { result: { data: { json: { id: string }[] } } }
  const [first] = result.data.json
  if (!first)
    throw new Error(
      `A journey needs a row of ${of} to refer to, and there is none: give a screen in src/features/${of}/${of}.screens.ts its "create".`,
    )
  return first.id
}
