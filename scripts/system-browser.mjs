// Plain JavaScript: `npm test` asks before the project's own Node is sure to be there.
import { existsSync } from 'node:fs'

const places = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Where this machine's Chromium is; undefined when it has none. */
export function systemBrowser() {
  return places.find((file) => file && existsSync(file))
}

/** What Playwright starts a Chromium with. Without one of the system it takes its own. */
export function browserOptions() {
  return {
    executablePath: systemBrowser(),
    // Without a sandbox because tests run as root in containers; without background traffic because they stay on this machine.
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
  }
}
