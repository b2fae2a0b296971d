import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { textLink } from '#/components/auth-page.tsx'
import { Form } from '#/components/form/form.tsx'
import { SubmitButton } from '#/components/form/submit-button.tsx'
import { Alert } from '#/components/ui/alert.tsx'
import { Checkbox } from '#/components/ui/checkbox.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '@plinth/core/texts'
import { searchFor } from '../two-factor-search.ts'
import type { useCodeForm } from './use-code-form.ts'

type FactorFormProps = {
  form: ReturnType<typeof useCodeForm>
  redirectTo: string
  submit: string
  /** The field of the code. */
  children: ReactNode
}

/**
 * The form around a code field: "trust this device", the submit button, and a link to start again when the
 * sign-in has expired.
 */
export function FactorForm({ form, redirectTo, submit, children }: FactorFormProps) {
  const t = useTranslate()
  if (form.isOver) return <SignInOver redirectTo={redirectTo} />
  return (
    <Form method="post" onSubmit={(event) => void form.onSubmit(event)} className="grid gap-4">
      <label className="flex cursor-pointer items-start gap-2.5 justify-self-start">
        <Checkbox
          id="trustDevice"
          name="trustDevice"
          aria-describedby="trustDevice-note"
          className="mt-0.5"
        />
        <span className="grid gap-0.5">
          {t('two-factor:trust')}
          <span id="trustDevice-note" className="text-sm text-muted-foreground">
            {t('two-factor:trustText')}
          </span>
        </span>
      </label>
      {/* Last: a complete code submits. */}
      {children}
      <SubmitButton pending={form.pending} pendingLabel={t('two-factor:pending')}>
        {submit}
      </SubmitButton>
    </Form>
  )
}

/** Shown when this sign-in is no longer waiting for a second factor. */
export function SignInOver({ redirectTo }: { redirectTo: string }) {
  const t = useTranslate()
  return (
    <div className="grid gap-4">
      <Alert variant="destructive">{t('security:challengeOver')}</Alert>
      <StartAgain redirectTo={redirectTo} className={buttonVariants()} />
    </div>
  )
}

/** Leads back to the first factor; the redirect target is kept. */
export function StartAgain({ redirectTo, className = textLink }: { redirectTo: string; className?: string }) {
  const t = useTranslate()
  return (
    <Link to="/login" search={searchFor(redirectTo)} className={className}>
      {t('two-factor:startAgain')}
    </Link>
  )
}
