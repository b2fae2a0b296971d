import { useState, type SubmitEvent } from 'react'
import { useTranslate } from '#/core/i18n/react.tsx'
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
 * and the input is kept.
 */
export function useAuthForm({ path, toBody, onDone, focusOnFailure }: AuthForm) {
  const t = useTranslate()
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<AuthFailure>()

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending) return
    const form = event.currentTarget
    const fields = new FormData(form)
    const body = toBody(fields)
    setPending(true)
    const answer: AuthAnswer = isFailure(body) ? { refused: body } : await postToAuth(path, body)
    setFailure(answer.refused)
    if (answer.refused) {
      setPending(false)
      const field = form.elements.namedItem(answer.refused.field ?? focusOnFailure ?? '')
      if (field instanceof HTMLElement) field.focus()
    } else {
      // The form stays pending until the page is left.
      if (!answer.signedIn && !answer.needsSecondFactor) setPending(false)
      onDone(answer, fields)
    }
  }

  const text = failure ? t(failure.code, failure.params) : undefined
  return {
    pending,
    onSubmit,
    code: failure?.code,
    /** An error without a field in this form. */
    message: failure?.field === undefined ? text : undefined,
    errorOf: (field: string) => (failure?.field === field ? text : undefined),
  }
}

const isFailure = (body: object): body is AuthFailure => 'code' in body && 'params' in body
