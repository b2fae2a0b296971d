import { useState, type ChangeEvent, type SubmitEvent } from 'react'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { postToAuth, type AuthAnswer, type AuthFailure } from './auth-request.ts'

type AuthForm = {
  path: string
  /** The request body from the form's fields, or client-side errors. */
  toBody: (fields: FormData) => object | AuthFailure
  onDone: (answer: AuthAnswer, fields: FormData) => void
  /** The field that gets the focus for an error without a field. */
  focusOnFailure?: string
}

/**
 * A browser form that posts to Better Auth: one request at a time, errors at their field or above the form,
 * and the input is kept. What the fields' attributes demand is checked before the request.
 */
export function useAuthForm({ path, toBody, onDone, focusOnFailure }: AuthForm) {
  const t = useTranslate()
  const [pending, setPending] = useState(false)
  const [failures, setFailures] = useState<readonly AuthFailure[]>([])

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending) return
    const form = event.currentTarget
    const refuse = (refused: readonly AuthFailure[]) => {
      setFailures(refused)
      const field = form.elements.namedItem(refused[0]?.field ?? focusOnFailure ?? '')
      if (field instanceof HTMLElement) field.focus()
    }
    const invalid = invalidFields(form)
    if (invalid.length > 0) return refuse(invalid)
    const fields = new FormData(form)
    const body = toBody(fields)
    setPending(true)
    const answer: AuthAnswer = isFailure(body) ? { refused: body } : await postToAuth(path, body)
    if (answer.refused) {
      setPending(false)
      refuse([answer.refused])
    } else {
      setFailures([])
      // The form stays pending until the page is left.
      if (!answer.signedIn && answer.continuesAt === undefined) setPending(false)
      onDone(answer, fields)
    }
  }

  /** An error goes as soon as its field is right, and says what is still wrong until then. */
  function onChange({ target }: ChangeEvent<HTMLFormElement>) {
    const { name, validity } = target as unknown as HTMLInputElement
    setFailures((list) =>
      list.flatMap((failure) => {
        if (failure.field !== name) return [failure]
        return validity.valid ? [] : [{ code: codeOf(validity), field: name, params: {} }]
      }),
    )
  }

  const textOf = (field: string | undefined) => {
    const failure = failures.find((one) => one.field === field)
    return failure && t(failure.code, failure.params)
  }
  return {
    pending,
    /** The handlers of the form's element. */
    handlers: { onSubmit, onChange },
    code: failures[0]?.code,
    /** An error without a field in this form. */
    message: textOf(undefined),
    errorOf: (field: string) => textOf(field),
  }
}

/** The fields that break their own attributes, such as `required`, in the order of the form. */
function invalidFields(form: HTMLFormElement): AuthFailure[] {
  return [...form.elements]
    .filter((element) => element instanceof HTMLInputElement)
    .filter(({ validity }) => !validity.valid)
    .map(({ name, validity }) => ({ code: codeOf(validity), field: name, params: {} }))
}

const codeOf = ({ valueMissing, typeMismatch }: ValidityState): TranslationKey =>
  valueMissing ? 'errors:required' : typeMismatch ? 'errors:invalidEmail' : 'errors:invalid'

const isFailure = (body: object): body is AuthFailure => 'code' in body && 'params' in body
