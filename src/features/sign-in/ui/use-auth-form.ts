import { useState, type SubmitEvent } from 'react'
import { useTranslate } from '#/core/i18n/react.tsx'
import { postToAuth, type AuthAnswer, type AuthFailure } from './auth-request.ts'

type AuthForm = {
  path: string
  /** The request's body from the form's fields, or what is wrong with them before anything is sent. */
  toBody: (fields: FormData) => object | AuthFailure
  onDone: (answer: AuthAnswer, fields: FormData) => void
  /** Which field takes the focus when the answer names none. */
  focusOnFailure?: string
}

/**
 * A browser form that posts to Better Auth: one send at a time, the refusal at its field or above the form,
 * nothing typed is lost.
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
      // A page that is about to be left keeps saying that it works.
      if (!answer.signedIn && !answer.needsSecondFactor) setPending(false)
      onDone(answer, fields)
    }
  }

  const text = failure ? t(failure.code, failure.params) : undefined
  return {
    pending,
    onSubmit,
    code: failure?.code,
    /** What was refused without naming one of the form's fields. */
    message: failure?.field === undefined ? text : undefined,
    errorOf: (field: string) => (failure?.field === field ? text : undefined),
  }
}

const isFailure = (body: object): body is AuthFailure => 'code' in body && 'params' in body
