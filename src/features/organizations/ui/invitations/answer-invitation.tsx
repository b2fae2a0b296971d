import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Form } from '#/components/form/form.tsx'
import { SubmitButton } from '#/components/form/submit-button.tsx'
import { Alert } from '#/components/ui/alert.tsx'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import type { WireError } from '@plinth/core/page'

export type Answer = 'accepted' | 'declined'
type AnswerInvitationProps = {
  /** Sends the answer; resolves to the error, or undefined. */
  send: (answer: Answer) => Promise<WireError | undefined>
  onAnswered: (answer: Answer) => void
}

/** Accepts or declines once. Reloads an invitation that is no longer pending. */
export function AnswerInvitation({ send, onAnswered }: AnswerInvitationProps) {
  const t = useTranslate()
  const router = useRouter()
  const [sending, setSending] = useState<Answer>()
  const [failure, setFailure] = useState<WireError>()

  async function answer(chosen: Answer) {
    if (sending) return
    setSending(chosen)
    const refused = await send(chosen)
    setSending(undefined)
    setFailure(refused)
    if (!refused) onAnswered(chosen)
    else if (refused.code === 'organizations:errors.invitationOver') await router.invalidate()
  }

  return (
    <Form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const { submitter } = event.nativeEvent
        void answer(
          submitter instanceof HTMLButtonElement && submitter.value === 'declined' ? 'declined' : 'accepted',
        )
      }}
    >
      {failure ? (
        <Alert variant="destructive">{t(failure.code as TranslationKey, failure.params)}</Alert>
      ) : null}
      {failure?.code === 'organizations:errors.resetFirst' ? (
        <Link to="/forgot-password" className="justify-self-start text-link underline underline-offset-2">
          {t('sign-in:signIn.forgot')}
        </Link>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <SubmitButton pending={sending === 'accepted'} pendingLabel={t('organizations:invitation.accepting')}>
          {t('organizations:invitation.accept')}
        </SubmitButton>
        <SubmitButton
          variant="outline"
          value="declined"
          pending={sending === 'declined'}
          pendingLabel={t('organizations:invitation.declining')}
        >
          {t('organizations:invitation.decline')}
        </SubmitButton>
      </div>
    </Form>
  )
}
