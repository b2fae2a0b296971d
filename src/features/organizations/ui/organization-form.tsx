import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { focusFirstInvalid, FormFrame, showRefusal, useAppForm } from '#/components/form/app-form.tsx'
import { useImage, type ChosenImage } from '#/components/form/use-image.ts'
import { showToast } from '#/components/toast.ts'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { IMAGE_CONTENT_TYPES, prepareImage, useTRPC } from '@plinth/core/client'
import { failureOf } from '@plinth/core/page'
import { createOrganizationInput, organizationSlug, proposeSlug } from '../organizations.schema.ts'
import { ImageField } from '#/components/form/image-field.tsx'

export type OrganizationFields = { name: string; slug: string; logo: File | undefined }

type OrganizationFormProps = {
  /** The current values; undefined for a new organization. */
  organization?: { name: string; slug: string; logo: string | null }
  /** Its error is shown, at its field if it has one. */
  onSave: (fields: OrganizationFields) => Promise<void>
  /** The buttons. */
  children: (submit: (label: string, pendingLabel: string) => ReactNode) => ReactNode
}

const SLUG_CHECK_DELAY_MS = 300

/**
 * Name, slug and logo of an organization. The slug follows the name until the user changes it, and is checked
 * while typing.
 */
export function OrganizationForm({ organization, onSave, children }: OrganizationFormProps) {
  const t = useTranslate()
  // The form for a new organization can open above the form of an existing one.
  const idOf = (name: string) => (organization ? `organization-${name}` : name)
  const trpc = useTRPC()
  const queries = useQueryClient()
  const logo = useImage()
  const [isUnchecked, setUnchecked] = useState(false)
  // The slug follows the name while it equals the proposal. An existing slug is never changed, because links
  // would break.
  const proposed = useRef(organization ? undefined : '')
  const form = useAppForm({
    defaultValues: { name: organization?.name ?? '', slug: organization?.slug ?? '' },
    validators: { onSubmit: createOrganizationInput },
    onSubmit: async ({ value }) => {
      const image = await logo.readyImage()
      if (image === 'invalid') return focusFirstInvalid()
      try {
        await onSave({ ...value, logo: image })
      } catch (error) {
        const { code, params } = failureOf(error)
        if (!showRefusal(form, { field: params.field?.toString(), code }))
          void showToast('error', t(code as TranslationKey, params))
      }
    },
  })
  /** Returns the error of a slug. Undefined if the server is unreachable; saving checks again. */
  async function checkSlug(slug: string): Promise<string | undefined> {
    if (slug === '' || slug === organization?.slug) return undefined
    const shape = organizationSlug.safeParse(slug)
    if (!shape.success) return shape.error.issues[0]?.message
    // Must fail immediately when offline, because the form waits for it.
    const asked = queries.query({
      ...trpc.organizations.checkSlug.queryOptions({ slug }),
      staleTime: 0,
      networkMode: 'always',
      retry: false,
    })
    const answer = await asked.catch(() => undefined)
    setUnchecked(!answer)
    return answer?.available !== false ? undefined : 'organizations:errors.slugTaken'
  }
  const proposeFor = (name: string) => {
    if (form.getFieldValue('slug') !== proposed.current) return
    proposed.current = proposeSlug(name)
    form.setFieldValue('slug', proposed.current)
  }
  return (
    <FormFrame
      form={form}
      draft={organization ? 'organizations.update' : 'organizations.create'}
      className="grid gap-5 *:not-last:max-w-[30rem]"
    >
      <form.AppField name="name" listeners={{ onChange: ({ value }) => proposeFor(value) }}>
        {(field) => (
          <field.Text
            id={idOf(field.name)}
            label={t('organizations:form.name')}
            placeholder={t('organizations:form.namePlaceholder')}
            autoComplete="off"
            required
          />
        )}
      </form.AppField>
      <form.AppField
        name="slug"
        asyncDebounceMs={SLUG_CHECK_DELAY_MS}
        validators={{ onChangeAsync: ({ value }) => checkSlug(value) }}
      >
        {(field) => {
          const { isValidating, isDirty } = field.state.meta
          const state = isValidating
            ? 'slugChecking'
            : isDirty && !isUnchecked && field.state.value !== '' && field.state.value !== organization?.slug
              ? 'slugFree'
              : 'slugHint'
          return (
            <field.Text
              id={idOf(field.name)}
              label={t('organizations:form.slug')}
              hint={t(`organizations:form.${state}`)}
              placeholder={t('organizations:form.slugPlaceholder')}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              required
            />
          )
        }}
      </form.AppField>
      <LogoField id={idOf('logo')} image={organization?.logo} onChoose={logo.onChoose} />
      {children((label, pendingLabel) => (
        <form.Submit pendingLabel={pendingLabel}>{label}</form.Submit>
      ))}
    </FormFrame>
  )
}

type LogoFieldProps = {
  id?: string
  image?: string | null
  error?: string
  onChoose: (image: ChosenImage | undefined) => void
}

/** Selects and previews the logo of an organization. See `ImageField`. */
function LogoField(props: LogoFieldProps) {
  const t = useTranslate()
  return (
    <ImageField
      {...props}
      isSquare
      name="logo"
      label={t('organizations:logo.label')}
      hint={t('organizations:logo.hint')}
      words={{
        choose: t('organizations:logo.choose'),
        change: t('organizations:logo.change'),
        remove: t('organizations:logo.remove'),
        preview: t('organizations:logo.preview'),
      }}
      accept={IMAGE_CONTENT_TYPES.join(',')}
      prepare={(file) => prepareImage(file, 'icon')}
    />
  )
}
