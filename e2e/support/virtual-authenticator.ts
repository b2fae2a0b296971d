import type { Page } from '@playwright/test'

/**
 * A device that makes and uses passkeys, in Chromium; it checks the user unless told otherwise, and answers
 * by itself. Unplug it at the end.
 */
export async function plugInAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    checksUser: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    /** Ends what the page still asks of it: a request that nobody answers keeps the browser from closing. */
    async unplug() {
      await page.goto('about:blank')
      await devtools.send('WebAuthn.disable')
      await devtools.detach()
    },
  }
}
