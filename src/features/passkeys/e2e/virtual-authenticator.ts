import type { Page } from '@playwright/test'

/**
 * Adds a virtual passkey device to Chromium that responds by itself and verifies the user unless told
 * otherwise. Unplug it at the end.
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
    /** Ends pending requests of the page: an unanswered one keeps the browser from closing. */
    async unplug() {
      await page.goto('about:blank')
      await devtools.send('WebAuthn.disable')
      await devtools.detach()
    },
  }
}
