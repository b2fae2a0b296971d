import { useHydrated } from '@tanstack/react-router'
import { useState, useRef } from 'react'
import { FormFrame, showRefusal, showServerErrors, useAppForm } from '#/components/form/app-form.tsx'
import { MarkdownField, type MarkdownImages } from '#/components/form/markdown-field.tsx'
import { showToast } from '#/components/toast.ts'
import { Button } from '#/components/ui/button.tsx'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { failureOf } from '#/core/trpc/failure.ts'
import { usePostDraft, type PostDraft, type PostText } from './post-draft.ts'
import { postFields } from '../posts.schema.ts'
import { IMAGE_CONTENT_TYPES } from '#/core/storage/image-limits.ts'
import { prepareImage } from '#/core/storage/prepare-image.ts'
import { createBrowserClient } from '#/core/trpc/client.ts'
import { POST_IMAGES_PATH, postImageUrl } from '../post-images.ts'

const DRAFT_DELAY_MS = 300

type PostFormProps = {
  /** The post's id, or `new`: the draft's key. */
  of: string
  initial: PostText
  /** The version of the post that `initial` is. */
  basedOn?: Date
  label: string
  submit: { label: string; pending: string }
  /** Sends the text with the version it is based on. Its errors are shown, at their field where possible. */
  onSubmit: (post: PostText, basedOn: Date | undefined) => Promise<unknown>
  onCancel: () => void
}

/** Title and content of a new or existing post. Input is kept as a draft until it is sent or discarded. */
export function PostForm(props: PostFormProps) {
  const draft = usePostDraft(props.of)
  const isHydrated = useHydrated()
  // Null without a draft. The server has no drafts, so the form only changes on hydration if one exists.
  const [kept, setKept] = useState<PostDraft | null>()
  if (isHydrated && kept === undefined) setKept(draft.read() ?? null)
  function discard() {
    draft.forget()
    setKept(null)
  }
  return (
    <Fields
      key={kept ? 'kept' : 'initial'}
      {...props}
      start={kept ?? { text: props.initial, basedOn: props.basedOn }}
      draft={draft}
      onDiscard={kept ? discard : undefined}
    />
  )
}

type FieldsProps = Omit<PostFormProps, 'initial' | 'basedOn'> & {
  start: PostDraft
  draft: ReturnType<typeof usePostDraft>
  onDiscard: (() => void) | undefined
}

function Fields({ start, label, submit, onSubmit, onCancel, draft, onDiscard }: FieldsProps) {
  const t = useTranslate()
  // A post that is fetched again while it is edited changes neither the text nor what it is based on.
  const [{ text, basedOn }] = useState(start)
  // Who was told of the conflict reviews the new version before going on with the draft.
  const [isOutdated, setOutdated] = useState(false)
  const keep = (values: PostText) => draft.write({ text: values, basedOn: isOutdated ? undefined : basedOn })
  const { images, uploads } = usePostImages()
  const form = useAppForm({
    defaultValues: text,
    validators: { onSubmit: postFields },
    listeners: {
      onChange: ({ formApi }) => keep(formApi.state.values),
      onChangeDebounceMs: DRAFT_DELAY_MS,
    },
    onSubmit: async ({ formApi }) => {
      await uploads()
      const value = formApi.state.values
      // Saved again, because the last letters may be missing.
      keep(value)
      try {
        await onSubmit(value, basedOn)
        draft.forget()
      } catch (error) {
        const { code, params, fields } = failureOf(error)
        if (code === 'posts:errors.changedMeanwhile') {
          setOutdated(true)
          draft.write({ text: value })
        }
        const left = fields
          ? showServerErrors(form, fields)
          : showRefusal(form, { field: params.field?.toString(), code })
            ? []
            : [code]
        const isKnown = !['errors:unexpected', 'errors:offline', 'errors:unavailable'].includes(code)
        if (left.length > 0)
          void showToast('error', isKnown ? t(code as TranslationKey, params) : t('posts:create.failed'))
      }
    },
  })
  return (
    <FormFrame form={form} draft={undefined} aria-label={label} className="grid gap-5">
      {onDiscard ? (
        <p className="flex flex-wrap items-center justify-between gap-2 rounded-lg border border-border bg-muted py-1 pr-1 pl-3 text-muted-foreground">
          {t('posts:form.draftKept')}
          <Button variant="ghost" size="sm" onClick={onDiscard}>
            {t('posts:form.discard')}
          </Button>
        </p>
      ) : null}
      <form.AppField name="title">
        {(field) => <field.Text label={t('posts:form.titleLabel')} autoFocus required />}
      </form.AppField>
      <form.AppField name="content">
        {() => (
          <MarkdownField
            label={t('posts:form.contentLabel')}
            hint={t('posts:form.contentHint')}
            images={images}
            required
          />
        )}
      </form.AppField>
      {/* In view however long the text is, above the navigation bar of a phone. */}
      <div
        data-sticky-end
        className="sticky bottom-0 -mx-1 -mt-3 flex flex-wrap gap-2 bg-background px-1 py-3 max-md:bottom-[calc(3.5rem+1px+env(safe-area-inset-bottom))]"
      >
        <form.Submit pendingLabel={submit.pending}>{submit.label}</form.Submit>
        <Button variant="ghost" onClick={onCancel}>
          {t('posts:form.cancel')}
        </Button>
      </div>
    </FormFrame>
  )
}

/** Uploads images for a post, one after the other. `uploads` resolves once all of them are placed. */
function usePostImages(): { images: MarkdownImages; uploads: () => Promise<void> } {
  const t = useTranslate()
  const last = useRef(Promise.resolve())
  async function addressOf(file: File): Promise<string | undefined> {
    const prepared = await prepareImage(file, 'picture')
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
