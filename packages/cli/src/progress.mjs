// Plain JavaScript: install.mjs shows its progress before anything is installed.

const BAR_WIDTH = 24

/**
 * Shows work in progress on one line of the terminal: what `describe` returns, a bar for its `share` (0 to 1,
 * if known), and the seconds since the start. Without a terminal, prints `title` once. Returns a function
 * that ends it and returns the seconds it took.
 */
export function showProgress(title, describe) {
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  if (!process.stdout.isTTY) {
    console.log(`${title}...`)
    return seconds
  }
  const draw = () => {
    const { text, share } = describe()
    const filled = Math.round(BAR_WIDTH * Math.min(share ?? 0, 1))
    const bar = share === undefined ? '' : ` ${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}`
    process.stdout.write(`\r\x1b[K${title}${bar} ${text} ${seconds()} s`)
  }
  draw()
  const timer = setInterval(draw, 250)
  return () => {
    clearInterval(timer)
    process.stdout.write('\r\x1b[K')
    return seconds()
  }
}
