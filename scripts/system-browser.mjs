// Plain JavaScript: `npm test` asks before the project's own Node is sure to be there.
import { existsSync } from 'node:fs'

// The headless shell first: the journeys take half the processor time in it.
const packaged = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
const places = [process.env.CHROMIUM_PATH, ...packaged.map((name) => `/usr/bin/${name}`)]

/** Where this machine's Chromium is; undefined when it has none. */
export function systemBrowser() {
  return places.find((file) => file && existsSync(file))
}

/** What Playwright starts a Chromium with. Without one of the system it takes its own. */
export function browserOptions() {
  return {
    executablePath: systemBrowser(),
    // Without a sandbox because tests run as root in containers; without background traffic because they stay
    // on this machine.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
    ],
  }
}
