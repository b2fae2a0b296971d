import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import { brand } from '#/lib/brand.ts'

const UNVERIFIED = { code: 'USER_NOT_VERIFIED', message: 'The authenticator did not verify the user' }

/**
 * Passkeys that count as two factors: the device must have verified the user. Better Auth requests that but
 * does not enforce it; this does. Origin and domain come from `appUrl`, never from the request.
 */
export function verifiedPasskeys({ appUrl }: { appUrl: string }) {
  const refuseUnverified = (isVerified: boolean | undefined) => {
    if (isVerified !== true) throw new APIError('FORBIDDEN', UNVERIFIED)
  }
  return passkey({
    rpName: brand.name,
    rpID: new URL(appUrl).hostname,
    origin: appUrl,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: async ({ verification }) =>
        refuseUnverified(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: async ({ verification }) =>
        refuseUnverified(verification.authenticationInfo.userVerified),
    },
  })
}
