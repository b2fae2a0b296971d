import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import { brand } from '#/brand.ts'

type Presented = { response: { clientDataJSON: string } }
type ClientData = { crossOrigin?: boolean; topOrigin?: string }

const UNVERIFIED = { code: 'USER_NOT_VERIFIED', message: 'The authenticator did not verify the user' }
const EMBEDDED = { code: 'AUTHENTICATION_FAILED', message: 'The page was embedded in one of another origin' }

/**
 * Passkeys that count as two factors: the device must have verified the user, on a page that was not embedded
 * in another site's. Better Auth requests the first but enforces neither; this does. Origin and domain come
 * from `appUrl`, never from the request.
 */
export function verifiedPasskeys({ appUrl }: { appUrl: string }) {
  function refuse(isVerified: boolean | undefined, { response: { clientDataJSON } }: Presented): void {
    if (isVerified !== true) throw new APIError('FORBIDDEN', UNVERIFIED)
    const { crossOrigin, topOrigin } = JSON.parse(
      Buffer.from(clientDataJSON, 'base64url').toString(),
    ) as ClientData
    if (crossOrigin === true || topOrigin !== undefined) throw new APIError('UNAUTHORIZED', EMBEDDED)
  }
  return passkey({
    rpName: brand.name,
    rpID: new URL(appUrl).hostname,
    origin: appUrl,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: async ({ verification, clientData }) =>
        refuse(verification.registrationInfo?.userVerified, clientData),
    },
    authentication: {
      afterVerification: async ({ verification, clientData }) =>
        refuse(verification.authenticationInfo.userVerified, clientData),
    },
  })
}
