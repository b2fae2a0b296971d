// Plain JavaScript: `npm test` may load this before the project's own Node is installed.
import { existsSync } from 'node:fs'

// The headless shell comes first: it runs the journeys in half the CPU time.
const packaged = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
const places = [process.env.CHROMIUM_PATH, ...packaged.map((name) => `/usr/bin/${name}`)]

/** Returns the path of this machine's Chromium; undefined if it has none. */
export function systemBrowser() {
  return places.find((file) => file && existsSync(file))
}

/** Playwright's launch options. Without a Chromium on the system it uses its own. */
export function browserOptions() {
  return {
    executablePath: systemBrowser(),
    // No sandbox, because tests run as root in containers; no background traffic, because tests stay on this
    // machine.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
    ],
  }
}
