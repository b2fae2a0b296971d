// Plain JavaScript: runs before the project's own Node is sure to be there.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fail, runPinned } from './install.mjs'
import { systemBrowser } from './system-browser.mjs'

/**
 * Sees to it that a Chromium is there for the journeys: one of the system, else Playwright's own, else
 * Debian's package when this may install. Answers false only when SKIP_BROWSER_TESTS=1 asks to do without;
 * ends the process when there is none.
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
