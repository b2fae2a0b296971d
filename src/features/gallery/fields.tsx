import { useState } from 'react'
import { z } from 'zod'
import { FormFrame, useAppForm } from '#/components/form/app-form.tsx'
import { CodeField } from '#/components/form/code-field.tsx'
import { DateField, DateTimeField } from '#/components/form/date-field.tsx'
import { TextAreaField, TextField } from '#/components/form/field.tsx'
import { MoneyField, NumberField } from '#/components/form/number-field.tsx'
import { CheckField, OptionField, OptionsField } from '#/components/form/option-field.tsx'
import { PasswordField } from '#/components/form/password-field.tsx'
import { SearchField } from '#/components/form/search-field.tsx'
import { SelectField } from '#/components/form/select-field.tsx'
import { showToast } from '#/components/toast.ts'
import { Checkbox } from '#/components/ui/checkbox.tsx'
import { Switch } from '#/components/ui/switch.tsx'
import { useI18n, useTranslate } from '#/core/i18n/react.tsx'
import { date, dateTime, email, longText, manyOf, money, number, required, text, url } from '#/lib/fields.ts'
import { formatDate, formatMoney, formatNumber } from '#/lib/format-value.ts'

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

const values = ['a', 'b', 'c'] as const
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
  longText: required(longText()),
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
  longText: '',
}

/** Every kind of field. */
export function KindsForm() {
  const { t, language } = useI18n()
  const form = useAppForm({
    defaultValues: nothing,
    validators: { onSubmit: kinds },
    onSubmit: () => void showToast('success', t('gallery:saved')),
  })
  const options = values.map((value) => ({ value, label: `${t('gallery:label')} ${value}` }))
  return (
    <FormFrame form={form} draft={undefined} aria-label={t('gallery:sections.kinds')} className="grid gap-4">
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <form.AppField name="text">{(field) => <field.Text label={t('gallery:kinds.text')} />}</form.AppField>
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
        <form.AppField name="check">{() => <CheckField label={t('gallery:kinds.check')} />}</form.AppField>
      </div>
      <form.AppField name="longText">
        {(field) => <field.TextArea label={t('gallery:kinds.longText')} />}
      </form.AppField>
      <div className="flex flex-wrap items-center gap-4">
        <form.Submit pendingLabel={t('gallery:saving')}>{t('gallery:save')}</form.Submit>
        <p className="text-sm text-muted-foreground tabular-nums">
          {formatNumber(1234.5, language)} · {formatMoney(123_450, 'EUR', language)} ·{' '}
          {formatDate('2026-01-31', language)}
        </p>
      </div>
    </FormFrame>
  )
}
