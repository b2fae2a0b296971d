import { pageFetch, responseError } from '@plinth/core/client'
import { ResponseError, failureOf } from '@plinth/core/page'
import type { TranslationKey, TranslationParams } from '@plinth/core/texts'

// Loaded on demand, because every visitor loads the sign-in page.

type Asked = {
  signal: AbortSignal
  /** As autofill instead of a dialog. */
  isAutofill: boolean
}
/** `given`: signed in. `none`: canceled by the user or a later call. */
export type PasskeyAnswer =
  | { outcome: 'given' }
  | { outcome: 'none' }
  | { outcome: 'refused'; code: TranslationKey; params?: TranslationParams }

/** Signs in with a passkey of this device, which the browser asks the user for. Never throws. */
export async function askPasskey({ signal, isAutofill }: Asked): Promise<PasskeyAnswer> {
  if (!('PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential)) {
    return { outcome: 'refused', code: 'passkey-sign-in:unsupported' }
  }
  try {
    const begun = await pageFetch('/api/auth/passkey/generate-authenticate-options', { signal })
    if (!begun.ok) throw await responseError(begun)
    const credential = await navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
        (await begun.json()) as PublicKeyCredentialRequestOptionsJSON,
      ),
      signal,
      ...(isAutofill && { mediation: 'conditional' as const }),
    })
    if (!(credential instanceof PublicKeyCredential)) return { outcome: 'none' }
    const checked = await pageFetch('/api/auth/passkey/verify-authentication', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ response: credential.toJSON() }),
    })
    if (!checked.ok) throw await responseError(checked)
    // Read completely, because the page is left right after.
    await checked.arrayBuffer()
    return { outcome: 'given' }
  } catch (error) {
    // The user closed the dialog, or another request replaced this one.
    if (error instanceof DOMException) return { outcome: 'none' }
    const { code, params } = failureOf(error)
    const isBug = code === 'errors:unexpected' && error instanceof ResponseError
    return { outcome: 'refused', code: isBug ? 'passkeys:errors.failed' : (code as TranslationKey), params }
  }
}

/** Whether this browser supports passkey autofill. Never throws. */
export async function canOffer(): Promise<boolean> {
  if (
    typeof PublicKeyCredential !== 'function' ||
    !('isConditionalMediationAvailable' in PublicKeyCredential)
  )
    return false
  return PublicKeyCredential.isConditionalMediationAvailable().catch(() => false)
}
