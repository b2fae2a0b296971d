// Plain JavaScript: this may run before the project's own Node is installed.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fail, runPinned } from '@plinth/cli/install.mjs'
import { systemBrowser } from './system-browser.mjs'

/**
 * Ensures a Chromium for the journeys: the system's, else Playwright's, else Debian's package when running as
 * root. Returns false only with SKIP_BROWSER_TESTS=1. Exits the process if there is no browser.
 */
export async function ensureBrowser() {
  if (process.env.SKIP_BROWSER_TESTS === '1') return false
  if (systemBrowser()) return true
  console.log('No Chromium found; fetching one...')
  if ((await runPinned(['node_modules/@playwright/test/cli.js', 'install', 'chromium-headless-shell'])) === 0)
    return true
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'], { stdio: 'inherit' })
    if (systemBrowser()) return true
  }
  fail(
    'The browser journeys need Chromium. Install it (Debian: apt-get install chromium-headless-shell), or set CHROMIUM_PATH, or leave them out with SKIP_BROWSER_TESTS=1.',
  )
}
