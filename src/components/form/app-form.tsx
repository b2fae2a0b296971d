import { createFormHook, defaultValidationLogic, type ValidationLogicFn } from '@tanstack/react-form'
import type { ComponentProps, ComponentType, PropsWithChildren, ReactNode } from 'react'
import { TextAreaField, TextField } from './field.tsx'
import { Form, type KeptDraft } from './form.tsx'
import {
  fieldContext,
  formContext,
  useFormContext,
  useTextField,
  type TextFieldProps,
} from './form-context.ts'
import { PasswordField } from './password-field.tsx'
import { SelectField } from './select-field.tsx'
import { SubmitButton } from './submit-button.tsx'

function Text(props: Omit<ComponentProps<typeof TextField>, TextFieldProps>) {
  return <TextField {...props} {...useTextField(props.hint)} />
}

function TextArea(props: Omit<ComponentProps<typeof TextAreaField>, TextFieldProps>) {
  return <TextAreaField {...props} {...useTextField(props.hint)} />
}

function Password(props: Omit<ComponentProps<typeof PasswordField>, TextFieldProps>) {
  return <PasswordField {...props} {...useTextField(props.hint)} />
}

function Select(props: Omit<ComponentProps<typeof SelectField>, TextFieldProps>) {
  return <SelectField {...props} {...useTextField(props.hint)} />
}

type SubmitProps = Pick<ComponentProps<typeof SubmitButton>, 'variant'> & {
  pendingLabel: ReactNode
  children: ReactNode
}

function Submit({ pendingLabel, variant, children }: SubmitProps) {
  const form = useFormContext()
  return (
    <form.Subscribe selector={({ isSubmitting }) => isSubmitting}>
      {(isSubmitting) => (
        <SubmitButton variant={variant} pending={isSubmitting} pendingLabel={pendingLabel}>
          {children}
        </SubmitButton>
      )}
    </form.Subscribe>
  )
}

type FrameProps = Omit<ComponentProps<typeof Form>, 'onSubmit' | 'form' | 'draft'> & {
  /** The draft's name as in `Form`, with the id of the edited item; undefined to keep no draft. */
  draft: string | KeptDraft | undefined
  form: {
    state: { isSubmitting: boolean }
    handleSubmit: () => Promise<void>
    AppForm: ComponentType<PropsWithChildren>
  }
}

/** The form element of `useAppForm`: submits on Enter and with `form.Submit`; the fields show the errors. */
export function FormFrame({ form, className = 'grid gap-5', ...props }: FrameProps) {
  return (
    <form.AppForm>
      <Form
        className={className}
        onSubmit={(event) => {
          event.preventDefault()
          // A second press of Ctrl+Enter.
          if (!form.state.isSubmitting) void form.handleSubmit()
        }}
        {...props}
      />
    </form.AppForm>
  )
}

const fieldComponents = { Text, TextArea, Password, Select }
/** What the `field` of an AppField has. */
export type FieldComponents = typeof fieldComponents

const hook = createFormHook({
  fieldContext,
  formContext,
  fieldComponents,
  formComponents: { Submit },
})

/**
 * After the first submit every change validates again, so that an error disappears once its field is valid.
 * Fields don't report blur, because the library clears their errors then.
 */
const validateAfterSubmit: ValidationLogicFn = (props) => {
  const { validators, event, form: api, runValidation } = props
  if (event.type !== 'change' || event.async || api.state.submissionAttempts === 0)
    return defaultValidationLogic(props)
  return runValidation({
    validators: [
      // oxlint-disable-next-line typescript/no-unsafe-assignment -- the library types them so
      { fn: validators?.onChange, cause: 'change' },
      // oxlint-disable-next-line typescript/no-unsafe-assignment -- the library types them so
      { fn: validators?.onSubmit, cause: 'submit' },
    ],
    form: api,
  })
}

/**
 * Creates a form: takes the verb's schema as `validators.onSubmit`. Render a `FormFrame` with fields by
 * `form.AppField`, and show server errors with `showServerErrors`. Inside an AppField is `field.Text` or
 * another of the above, or, only loaded where they are used, `MarkdownField`, `NumberField`, `MoneyField`,
 * `DateField`, `DateTimeField`, `CheckField`, `OptionField` or `OptionsField`.
 */
export const useAppForm: typeof hook.useAppForm = (options) =>
  hook.useAppForm({
    validationLogic: validateAfterSubmit,
    // Allows a retry while a field still shows the server's last error.
    canSubmitWhenInvalid: true,
    onSubmitInvalid: focusFirstInvalid,
    ...options,
  })

type FieldMeta = { errorMap: Record<string, unknown> }
/** The part of any form that showServerErrors needs. */
type AnyForm = { fieldInfo: object; setFieldMeta: unknown }

/** Shows server errors at their fields. Returns those without a field here. */
export function showServerErrors(form: AnyForm, fields: Record<string, string>): string[] {
  const setFieldMeta = form.setFieldMeta as (name: string, update: (meta: FieldMeta) => FieldMeta) => void
  const left: string[] = []
  for (const [name, code] of Object.entries(fields)) {
    if (name in form.fieldInfo)
      setFieldMeta(name, (meta) => ({ ...meta, errorMap: { ...meta.errorMap, onServer: code } }))
    else left.push(code)
  }
  focusFirstInvalid()
  return left
}

/** Shows a server error at its field. Returns false when the form has no such field. */
export function showRefusal(
  form: AnyForm,
  { field, code }: { field?: string | undefined; code: string },
): boolean {
  return field !== undefined && showServerErrors(form, { [field]: code }).length === 0
}

/** Focuses the first invalid field, after React has rendered it: on a busy page, not with the next frame. */
export function focusFirstInvalid(): void {
  let frames = 0
  const look = () => {
    const field = document.querySelector<HTMLElement>('form [aria-invalid="true"]')
    if (field) field.focus()
    else if (++frames < 60) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
