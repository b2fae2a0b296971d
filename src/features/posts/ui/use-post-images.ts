import { useRef } from 'react'
import type { MarkdownImages } from '#/components/form/markdown-field.tsx'
import { showToast } from '#/components/toast.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { IMAGE_CONTENT_TYPES } from '#/core/storage/image-limits.ts'
import { prepareImage } from '#/core/storage/prepare-image.ts'
import { createBrowserClient } from '#/core/trpc/client.ts'
import { failureOf } from '#/core/trpc/failure.ts'
import { POST_IMAGE_MAX_BYTES, POST_IMAGES_PATH, postImageUrl } from '../post-images.ts'

/** Uploads images for a post, one after the other. `uploads` resolves once all of them are placed. */
export function usePostImages(): { images: MarkdownImages; uploads: () => Promise<void> } {
  const t = useTranslate()
  const last = useRef(Promise.resolve())
  async function addressOf(file: File): Promise<string | undefined> {
    const prepared = await prepareImage(file, POST_IMAGE_MAX_BYTES)
    if ('problem' in prepared) {
      const { code, params } = prepared.problem
      return void showToast('error', t(code, params))
    }
    const form = new FormData()
    form.set('file', prepared.file)
    try {
      return postImageUrl(await createBrowserClient().posts.uploadImage.mutate(form))
    } catch (error) {
      const { code, params, fields } = failureOf(error)
      void showToast('error', t((fields?.file ?? code) as TranslationKey, params))
      return undefined
    }
  }
  const upload: MarkdownImages['upload'] = (file, place) =>
    (last.current = last.current.then(async () => place(await addressOf(file))))
  const accept = IMAGE_CONTENT_TYPES.join(',')
  return { images: { from: POST_IMAGES_PATH, accept, upload }, uploads: () => last.current }
}
