// Plain JavaScript: install.mjs needs it before anything is installed.
import path from 'node:path'

/**
 * Returns the command that starts npm. On Windows npm is a batch file, which needs a shell, and a shell
 * splits paths at spaces, so Node runs npm's script directly.
 */
export function npmCommand() {
  if (process.platform !== 'win32') return ['npm']
  const running = process.env.npm_execpath
  const own = path.join(path.dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js')
  return [process.execPath, running?.endsWith('npm-cli.js') ? running : own]
}
