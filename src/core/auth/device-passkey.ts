import type { AuthAnswer } from './auth-request.ts'

/** The device's answer as the endpoints under /api/auth/passkey take it. */
type PasskeyAnswer = { response: object }

const cancelled = { refused: { code: 'security:passkeyCancelled', params: {} } }
const known = { refused: { code: 'security:passkeyKnown', params: {} } }

/** Whether this browser can make and use passkeys. Only in the browser. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/**
 * Asks the device for a passkey that answers the options of the server. Never throws: who cancels is told so.
 */
export function askForPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
): Promise<AuthAnswer<PasskeyAnswer>> {
  return answerOf(() =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  )
}

/**
 * Has the device make a passkey. Never throws: who cancels, or has one on this device already, is told so.
 */
export function makePasskey(
  options: PublicKeyCredentialCreationOptionsJSON,
): Promise<AuthAnswer<PasskeyAnswer>> {
  return answerOf(() =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  )
}

async function answerOf(ask: () => Promise<Credential | null>): Promise<AuthAnswer<PasskeyAnswer>> {
  try {
    const credential = await ask()
    if (!(credential instanceof PublicKeyCredential)) return cancelled
    const response: object = credential.toJSON()
    return { answer: { response } }
  } catch (error) {
    // The browser does not say which of its other reasons it had: cancelled, timed out, not verified.
    return error instanceof DOMException && error.name === 'InvalidStateError' ? known : cancelled
  }
}
