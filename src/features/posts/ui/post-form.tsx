import { useState, useRef } from 'react'
import type { Person } from '#/components/conflict/use-conflict.ts'
import { FormConflict } from '#/components/conflict/form-conflict.tsx'
import { useConflict } from '#/components/conflict/use-conflict.ts'
import { FormFrame, showRefusal, showServerErrors, useAppForm } from '#/components/form/app-form.tsx'
import { DraftNotice, useKeptDraft } from '#/components/form/kept-draft.tsx'
import { MarkdownField, type MarkdownImages } from '#/components/form/markdown-field.tsx'
import { showToast } from '#/components/toast.ts'
import { Button } from '#/components/ui/button.tsx'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { IMAGE_CONTENT_TYPES, createBrowserClient, formWithFile, prepareImage } from '@plinth/core/client'
import { failureOf } from '@plinth/core/page'
import { postFields, type emptyPost } from '../posts.schema.ts'
import { POST_IMAGES_PATH, postImageUrl } from '../post-images.ts'

type PostFormProps = {
  /** The post's id, or `new`: the draft's key. */
  of: string
  initial: typeof emptyPost
  /** The version of the post that `initial` is. */
  basedOn?: Date
  label: string
  submit: { label: string; pending: string }
  /** Sends the text with the version it is based on. Its errors are shown, at their field where possible. */
  onSubmit: (post: typeof emptyPost, basedOn: Date | undefined) => Promise<unknown>
  onCancel: () => void
  /** Who saved the post last. */
  askWho?: () => Promise<Person>
}

/** Title and content of a new or existing post. Input is kept as a draft until it is sent or discarded. */
export function PostForm(props: PostFormProps) {
  // A discarded draft leaves the post as it is now.
  const [round, setRound] = useState(0)
  return <Fields key={round} {...props} onDiscard={() => setRound(round + 1)} />
}

const unknown = ['errors:unexpected', 'errors:offline', 'errors:unavailable']

type FieldsProps = PostFormProps & { onDiscard: () => void }

function Fields({ of, initial, basedOn, label, submit, onSubmit, onCancel, askWho, onDiscard }: FieldsProps) {
  const t = useTranslate()
  // A post that is fetched again while it is edited does not change the text.
  const [text] = useState(initial)
  const { draft, isRestored, ...kept } = useKeptDraft(`posts.${of}`, { basedOn })
  const conflict = useConflict(kept.version)
  const { images, uploads } = usePostImages()
  const form = useAppForm({
    defaultValues: text,
    validators: { onSubmit: postFields },
    onSubmit: async ({ formApi }) => {
      await uploads()
      try {
        await onSubmit(formApi.state.values, kept.version.get())
        kept.forget()
      } catch (error) {
        const { code, params, fields } = failureOf(error)
        if (params.field === 'basedOn') return conflict.refuse()
        const left = fields
          ? showServerErrors(form, fields)
          : showRefusal(form, { field: params.field?.toString(), code })
            ? []
            : [code]
        // A new post has a text of its own for what is not its fault.
        const isKnown = basedOn !== undefined || !unknown.includes(code)
        if (left.length > 0)
          void showToast('error', isKnown ? t(code as TranslationKey, params) : t('posts:create.failed'))
      }
    },
  })
  return (
    <FormFrame form={form} draft={draft} aria-label={label}>
      {isRestored ? (
        <DraftNotice
          words={{ kept: t('posts:form.draftKept'), discard: t('posts:form.discard') }}
          onDiscard={() => {
            kept.forget()
            onDiscard()
          }}
        />
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
        className="sticky bottom-0 -mx-1 -mt-3 flex flex-wrap gap-2 bg-background px-1 py-3 max-md:before:absolute max-md:before:inset-x-0 max-md:before:bottom-full max-md:before:h-2 max-md:before:bg-linear-to-t max-md:before:from-background max-md:bottom-[calc(3.5rem+1px+env(safe-area-inset-bottom))]"
      >
        {basedOn ? (
          <FormConflict
            form={form}
            conflict={conflict}
            saved={initial}
            savedAt={basedOn}
            fields={[
              { name: 'title', label: t('posts:form.titleLabel') },
              { name: 'content', label: t('posts:form.contentLabel') },
            ]}
            askWho={askWho}
          />
        ) : null}
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
    try {
      return postImageUrl(await createBrowserClient().posts.uploadImage.mutate(formWithFile(prepared.file)))
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
