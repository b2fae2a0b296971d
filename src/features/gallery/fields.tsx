import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { FormFrame, useAppForm } from '#/components/form/app-form.tsx'
import { MarkdownField } from '#/components/form/markdown-field.tsx'
import { CodeField } from '#/components/form/code-field.tsx'
import { DateField, DateTimeField } from '#/components/form/date-field.tsx'
import { FileField, type Uploads } from '#/components/form/file-field.tsx'
import { TextAreaField, TextField } from '#/components/form/field.tsx'
import { MoneyField, NumberField } from '#/components/form/number-field.tsx'
import { CheckField, OptionField, OptionsField } from '#/components/form/option-field.tsx'
import { PasswordField } from '#/components/form/password-field.tsx'
import type { ChoicesQuery } from '#/components/form/reference-box.tsx'
import { ReferenceField } from '#/components/form/reference-field.tsx'
import { SearchField } from '#/components/form/search-field.tsx'
import { SelectField } from '#/components/form/select-field.tsx'
import { FileLink, FilePicture } from '#/components/stored-file.tsx'
import { showToast } from '#/components/toast.ts'
import { Checkbox } from '#/components/ui/checkbox.tsx'
import { Switch } from '#/components/ui/switch.tsx'
import { useI18n, useTranslate } from '@plinth/core/texts'
import {
  date,
  dateTime,
  email,
  longText,
  manyOf,
  markdown,
  money,
  number,
  reference,
  required,
  text,
  upload,
  url,
} from '@plinth/core/schema'
import { formatDate, formatMoney, formatNumber } from '#/lib/format-value.ts'

const values = ['a', 'b', 'c'] as const

export function Fields() {
  const t = useTranslate()
  const [label, hint, wrong] = [t('gallery:label'), t('gallery:hint'), t('gallery:wrong')]
  const options = values.map((value) => ({ value, label: t(`gallery:choices.${value}`) }))
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <TextField name="empty" label={label} hint={hint} placeholder={t('gallery:placeholder')} />
      <TextField name="invalid" label={label} error={wrong} defaultValue={label} />
      <TextField name="disabled" label={label} hint={hint} defaultValue={label} disabled />
      <PasswordField
        name="password"
        autoComplete="off"
        label={label}
        showLabel={t('gallery:show')}
        hideLabel={t('gallery:hide')}
        defaultValue={label}
      />
      <SelectField name="select" label={label} hint={hint} options={options} />
      <SelectField name="select-disabled" label={label} options={options} disabled />
      <TextAreaField name="area" label={label} hint={hint} defaultValue={t('gallery:sentence')} />
      <TextAreaField name="area-invalid" label={label} error={wrong} />
      <CodeField name="code" autoComplete="off" label={label} hint={hint} />
      <CodeField name="code-invalid" autoComplete="off" label={label} error={wrong} />
      <div>
        <SearchField
          label={t('gallery:search')}
          clearLabel={t('gallery:clear')}
          value=""
          maxLength={100}
          onSearch={() => {}}
        />
      </div>
      <Choices />
    </div>
  )
}

const states = ['off', 'on', 'mixed', 'disabled', 'disabled on'] as const

function Choices() {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-3">
      {([Checkbox, Switch] as const).map((Choice, index) =>
        states
          .filter((state) => index === 0 || state !== 'mixed')
          .map((state) => (
            <label key={`${index} ${state}`} className="flex items-center gap-2">
              <Choice
                defaultChecked={state.endsWith('on')}
                indeterminate={state === 'mixed'}
                disabled={state.startsWith('disabled')}
              />
              {state}
            </label>
          )),
      )}
    </div>
  )
}

const example = z.object({
  name: z.string().trim().min(1, 'errors:required'),
  role: z.string().trim().min(1, 'errors:required'),
})

/** A form that behaves like all forms here: submit it empty to see its errors. */
export function ExampleForm() {
  const t = useTranslate()
  const [saved, setSaved] = useState({ name: '', role: '' })
  const form = useAppForm({
    defaultValues: saved,
    validators: { onSubmit: example },
    onSubmit: ({ value }) => {
      setSaved(value)
      void showToast('success', t('gallery:saved'))
    },
  })
  return (
    <FormFrame form={form} draft={undefined} className="grid max-w-[30rem] gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <form.AppField name="name">
          {(field) => <field.Text label={t('gallery:name')} autoComplete="off" />}
        </form.AppField>
        <form.AppField name="role">
          {(field) => <field.Text label={t('gallery:role')} hint={t('gallery:hint')} autoComplete="off" />}
        </form.AppField>
      </div>
      <div className="flex">
        <form.Submit pendingLabel={t('gallery:saving')}>{t('gallery:save')}</form.Submit>
      </div>
    </FormFrame>
  )
}

const kinds = z.object({
  text: required(text()),
  number: required(number({ min: 0, max: 100 })),
  money: required(money({ min: 0 })),
  date: required(date()),
  dateTime: required(dateTime()),
  option: required(z.enum(values)),
  email: required(email()),
  url: required(url()),
  options: required(manyOf(values)),
  check: z.boolean().refine((value) => value, 'errors:required'),
  reference: required(reference()),
  user: required(reference()),
  file: required(upload()),
  image: required(upload()),
  longText: required(longText()),
  markdown: required(markdown()),
})
const nothing: z.input<typeof kinds> = {
  text: '',
  number: null,
  money: null,
  date: null,
  dateTime: null,
  option: null,
  email: '',
  url: '',
  options: [],
  check: false,
  reference: null,
  user: null,
  file: null,
  image: null,
  longText: '',
  markdown: '',
}

const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((id) => ({
  id,
  title: `${id}${id} ${id}`,
  image: null,
  path: null,
}))

/** `!` fails, as a server may. */
const choices = (asked: { search: string } | { id: string }): ChoicesQuery => ({
  queryKey: [['gallery'], { input: asked, type: 'query' }],
  async queryFn() {
    if ('search' in asked && asked.search === '!') throw new Error('errors:unavailable')
    return letters.filter(({ id, title }) =>
      'id' in asked ? id === asked.id : title.toLowerCase().includes(asked.search.toLowerCase()),
    )
  },
  retry: false,
})

const MAX_BYTES = 1024 * 1024

/** Keeps files on this page, as slowly as if they were sent. */
function uploadsHere(isImage: boolean): Uploads {
  const kept = new Map<string, { id: string; name: string; type: string; sizeBytes: number; url: string }>()
  return {
    isImage,
    maxBytes: MAX_BYTES,
    accept: isImage ? 'image/png,image/jpeg,image/webp' : '.pdf,.txt',
    async prepare(file) {
      if (!(isImage ? /^image\// : /^(application\/pdf|text\/plain)$/).test(file.type))
        return { problem: { code: isImage ? 'errors:notAnImage' : 'errors:wrongFileType', params: {} } }
      return file.size > MAX_BYTES
        ? { problem: { code: 'errors:fileTooLarge', params: { maxMegabytes: 1 } } }
        : { file }
    },
    async upload(file, { signal, onProgress }) {
      for (let step = 1; step <= 20 && !signal.aborted; step++) {
        await new Promise((resolve) => setTimeout(resolve, 100))
        if (!navigator.onLine) return { code: 'errors:offline', params: {} }
        onProgress(step / 20)
      }
      const id = crypto.randomUUID().replaceAll('-', '')
      const stored = { id, name: file.name, type: file.type, sizeBytes: file.size }
      kept.set(id, { ...stored, url: URL.createObjectURL(file) })
      return kept.get(id) ?? { code: 'errors:unexpected', params: {} }
    },
    stored: (id) => ({
      queryKey: [['gallery', 'file'], { input: id, type: 'query' }],
      queryFn: () => kept.get(id) ?? Promise.reject(new Error(id)),
    }),
  }
}

const picture = {
  name: 'picture.png',
  type: 'image/png',
  sizeBytes: 12_300,
  url: '/icon-192.png',
}

/** Every kind of field. */
export function KindsForm() {
  const { t, language } = useI18n()
  const [queryClient] = useState(() => new QueryClient())
  const [uploads] = useState(() => ({ file: uploadsHere(false), image: uploadsHere(true) }))
  const form = useAppForm({
    defaultValues: nothing,
    validators: { onSubmit: kinds },
    onSubmit: () => void showToast('success', t('gallery:saved')),
  })
  const options = values.map((value) => ({ value, label: t(`gallery:choices.${value}`) }))
  return (
    <QueryClientProvider client={queryClient}>
      <FormFrame
        form={form}
        draft={undefined}
        aria-label={t('gallery:sections.kinds')}
        className="grid gap-5"
      >
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          <form.AppField name="text">
            {(field) => <field.Text label={t('gallery:kinds.text')} />}
          </form.AppField>
          <form.AppField name="number">
            {() => <NumberField label={t('gallery:kinds.number')} step={0.5} hint="0 – 100" />}
          </form.AppField>
          <form.AppField name="money">
            {() => <MoneyField label={t('gallery:kinds.money')} currency="EUR" />}
          </form.AppField>
          <form.AppField name="option">
            {() => <OptionField label={t('gallery:kinds.option')} options={options} empty="–" />}
          </form.AppField>
          <form.AppField name="date">{() => <DateField label={t('gallery:kinds.date')} />}</form.AppField>
          <form.AppField name="dateTime">
            {() => <DateTimeField label={t('gallery:kinds.dateTime')} />}
          </form.AppField>
          <form.AppField name="email">
            {(field) => <field.Text type="email" label={t('gallery:kinds.email')} />}
          </form.AppField>
          <form.AppField name="url">
            {(field) => <field.Text type="url" label={t('gallery:kinds.url')} />}
          </form.AppField>
          <form.AppField name="options">
            {() => (
              <OptionsField label={t('gallery:kinds.options')} hint={t('gallery:hint')} options={options} />
            )}
          </form.AppField>
          <form.AppField name="reference">
            {() => <ReferenceField label={t('gallery:kinds.reference')} choices={choices} isOptional />}
          </form.AppField>
          <form.AppField name="user">
            {() => (
              <ReferenceField
                label={t('gallery:kinds.user')}
                hint={t('gallery:hint')}
                choices={choices}
                hasFaces
              />
            )}
          </form.AppField>
          <form.AppField name="file">
            {() => <FileField label={t('gallery:kinds.file')} uploads={uploads.file} />}
          </form.AppField>
          <form.AppField name="image">
            {() => (
              <FileField label={t('gallery:kinds.image')} hint={t('gallery:hint')} uploads={uploads.image} />
            )}
          </form.AppField>
          <form.AppField name="check">{() => <CheckField label={t('gallery:kinds.check')} />}</form.AppField>
        </div>
        <form.AppField name="longText">
          {(field) => <field.TextArea label={t('gallery:kinds.longText')} />}
        </form.AppField>
        <form.AppField name="markdown">
          {() => <MarkdownField label={t('gallery:kinds.markdown')} />}
        </form.AppField>
        <div className="flex flex-wrap items-center gap-4">
          <form.Submit pendingLabel={t('gallery:saving')}>{t('gallery:save')}</form.Submit>
          <p className="text-sm text-muted-foreground tabular-nums">
            {formatNumber(1234.5, language)} · {formatMoney(123_450, 'EUR', language)} ·{' '}
            {formatDate('2026-01-31', language)}
          </p>
          <FileLink file={picture} language={language} />
          <FilePicture file={picture} />
        </div>
      </FormFrame>
    </QueryClientProvider>
  )
}
