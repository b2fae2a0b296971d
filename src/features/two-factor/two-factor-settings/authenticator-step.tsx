import { useState, type ReactNode, type SubmitEvent } from 'react'
import { DialogActions } from '#/components/dialog/titled-dialog.tsx'
import { CodeField } from '#/components/form/code-field.tsx'
import { Form } from '#/components/form/form.tsx'
import { SubmitButton } from '#/components/form/submit-button.tsx'
import { requestAuth } from '@plinth/core/auth'
import { totpForm } from '../two-factor.schema.ts'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { CopyButton } from './copy-button.tsx'
import qrcode from 'qrcode-generator'

type AuthenticatorStepProps = { totpURI: string; onDone: () => void; onCancel: () => void }

/** The secret as a QR code, as a key to type and as a URI to copy, confirmed by the first code of the app. */
export function AuthenticatorStep({ totpURI, onDone, onCancel }: AuthenticatorStepProps) {
  const t = useTranslate()
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string>()

  async function verify(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending) return
    const field = event.currentTarget.elements.namedItem('totpCode')
    const entered = totpForm.safeParse({ code: field instanceof HTMLInputElement ? field.value : '' })
    const refused = entered.success
      ? await send(entered.data.code)
      : { code: 'security:totpDigits', params: {} }
    setError(refused && t(refused.code as TranslationKey, refused.params))
    if (!refused) onDone()
    else if (field instanceof HTMLElement) field.focus()
  }
  async function send(code: string) {
    setPending(true)
    const { refused } = await requestAuth('/two-factor/verify-totp', { body: { code } })
    setPending(false)
    return refused
  }
  return (
    <Form className="grid gap-6" onSubmit={(event) => void verify(event)}>
      <Step number={1} title={t('two-factor-settings:scan')}>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <QrCode text={totpURI} label={t('two-factor-settings:qr')} />
          <div className="grid min-w-0 flex-1 basis-auto justify-items-start gap-2">
            <p className="w-0 min-w-full text-sm text-muted-foreground">
              {t('two-factor-settings:noCamera')}
            </p>
            <SecretKey secret={new URL(totpURI).searchParams.get('secret') ?? ''} />
            <CopyButton text={totpURI} label={t('two-factor-settings:copyUri')} />
          </div>
        </div>
      </Step>
      <Step number={2}>
        <CodeField name="totpCode" label={t('two-factor-settings:code')} error={error} />
      </Step>
      <DialogActions onCancel={onCancel}>
        <SubmitButton pending={pending} pendingLabel={t('two-factor-settings:pending')}>
          {t('two-factor-settings:verify')}
        </SubmitButton>
      </DialogActions>
    </Form>
  )
}

/** Without a title its field has the label. */
function Step({ number, title, children }: { number: number; title?: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3 gap-y-3">
      <span
        aria-hidden="true"
        className="grid size-6 place-items-center rounded-full border border-border text-xs font-medium text-muted-foreground"
      >
        {number}
      </span>
      {title ? <h3 className="self-center font-medium">{title}</h3> : null}
      <div className={`col-start-2 min-w-0 ${title ? 'max-sm:col-span-full max-sm:col-start-1' : ''}`}>
        {children}
      </div>
    </div>
  )
}

/** The key in groups of four to type, which are boxes: what is selected and copied has no spaces. */
function SecretKey({ secret }: { secret: string }) {
  const t = useTranslate()
  return (
    <div
      role="group"
      aria-label={t('two-factor-settings:key')}
      className="w-0 min-w-full rounded-lg bg-muted px-2.5 py-2 font-mono text-sm select-all wrap-anywhere"
    >
      {(secret.match(/.{1,4}/g) ?? []).map((group, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- groups have nothing but their place
        <span key={at} className="mr-2 inline-block">
          {group}
        </span>
      ))}
    </div>
  )
}

/** A QR code, black on white in both themes, which cameras need. */
function QrCode({ text, label }: { text: string; label: string }) {
  // The smallest version that holds it.
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const size = code.getModuleCount()
  const at = Array.from({ length: size }, (_, index) => index)
  const squares = at.flatMap((y) => at.filter((x) => code.isDark(y, x)).map((x) => `M${x} ${y}h1v1h-1z`))
  return (
    <div className="rounded-xl border border-border bg-white p-2.5">
      <svg className="size-32" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
        <path d={squares.join('')} shapeRendering="crispEdges" />
      </svg>
    </div>
  )
}
