import type { AuthAnswer } from '@plinth/core/auth'

/** The device's response in the format of the endpoints under /api/auth/passkey. */
type PasskeyAnswer = { response: object }

const cancelled = { refused: { code: 'passkeys:errors.cancelled', params: {} } }
const known = { refused: { code: 'passkeys:errors.known', params: {} } }

/** Whether this browser can create and use passkeys. Browser only. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** Asks the device for a passkey for the server's options. Never throws: `refused` when canceled. */
export function askForPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
): Promise<AuthAnswer<PasskeyAnswer>> {
  return answerOf(() =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  )
}

/**
 * Creates a passkey on the device. Never throws: returns `refused` when the user cancels or already has a
 * passkey on this device.
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
    // The browser does not distinguish its other reasons: canceled, timed out, not verified.
    return error instanceof DOMException && error.name === 'InvalidStateError' ? known : cancelled
  }
}
