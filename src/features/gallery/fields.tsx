import { useState } from 'react'
import { z } from 'zod'
import { FormFrame, useAppForm } from '#/components/form/app-form.tsx'
import { CodeField } from '#/components/form/code-field.tsx'
import { TextAreaField, TextField } from '#/components/form/field.tsx'
import { PasswordField } from '#/components/form/password-field.tsx'
import { SearchField } from '#/components/form/search-field.tsx'
import { SelectField } from '#/components/form/select-field.tsx'
import { showToast } from '#/components/toast.ts'
import { Checkbox } from '#/components/ui/checkbox.tsx'
import { Switch } from '#/components/ui/switch.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'

export function Fields() {
  const t = useTranslate()
  const [label, hint, wrong] = [t('gallery:label'), t('gallery:hint'), t('gallery:wrong')]
  const options = ['a', 'b'].map((value) => ({ value, label: `${label} ${value}` }))
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
    <FormFrame form={form} draft={undefined} className="grid max-w-[30rem] gap-4">
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
